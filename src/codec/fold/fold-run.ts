import { readRow } from '../row.ts';
import { type Delta, Run } from '../run.ts';
import { membersOf } from '../storage.ts';
import type { ChunkRow, JsonObject, SessionEvent } from '../types.ts';

/** An event that a view plays in place of the members of a row: an `assistant/chunk` delta. */
export type FoldInput = SessionEvent;

/** Whether a text holds more than white space: what makes content visible. */
export const isVisible = (text: string): boolean => text.trim() !== '';

/**
 * Folds a run into one or two deltas that leave a settled view as all its members would (FORMAT
 * section 7): all the text, the first token's seq and time, and, where they come later, those at
 * which the run's own text is first more than white space. Nothing of a run without members.
 *
 * O(characters), whatever the text is: a text is more than white space exactly when one of its
 * fragments is, so each fragment is looked at once, by itself, and joined once.
 */
export function foldRun(run: Run): Delta[] {
  const { head, fragments } = run;
  if (fragments.length === 0) return [];
  const firstFull = Math.max(
    0,
    fragments.findIndex((fragment) => fragment !== ''),
  );
  // A tool call's name is a token, and every member carries it. Its arguments are never visible.
  if (head.kind.isToolCall) return [joined(run, head.name === undefined ? firstFull : 0, 0)];
  const visible = fragments.findIndex(isVisible);
  if (visible <= firstFull) return [joined(run, firstFull, 0)];
  return [joined(run, firstFull, 0, visible), joined(run, visible, visible)];
}

/** A delta with the fragments from `from` to `to`, at the place of member `at`. */
function joined(
  { head, seq0, times, fragments }: Run,
  at: number,
  from: number,
  to?: number,
): Delta {
  const time = times[at] as number; // a member, so the column has it
  return { head, seq: seq0 + at, time, fragment: fragments.slice(from, to).join('') };
}

/**
 * The inputs for one chunk row, at most two, as events.
 * @throws {RowError} where a row breaks a rule of FORMAT section 3.
 */
export function foldRow(row: ChunkRow | Run): FoldInput[] {
  // A row is parsed JSON by its type's contract; readRow checks all of it.
  const run = row instanceof Run ? row : readRow(row as unknown as JsonObject);
  return foldRun(run).flatMap(({ head, seq, time, fragment }) =>
    membersOf(new Run(head, seq, [time], [fragment])),
  );
}
