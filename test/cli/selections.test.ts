import { describe, expect, it } from 'vitest';
import type { Selection } from '../../src/codec/page.ts';
import type { SessionEvent } from '../../src/codec/types.ts';
import { type SelectionFlags, selectionOf } from '../../src/commands/selection.ts';
import { runCli } from '../support/cli.ts';
import { run } from '../support/context.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';
import { naiveEvents, naivePage, naiveProjection, naiveResponse } from '../support/naive.ts';
import { officialPack } from '../support/official.ts';

const LINES = conversation({ turns: 4, layout: 'mixed', isRunning: true }); // 65 events
const EVENTS: readonly SessionEvent[] = naiveEvents(LINES.map((line) => JSON.parse(line)));

/** Every selection that these flags make, contradictions left out. */
function selections(): { flags: SelectionFlags; selection: Selection }[] {
  const found: { flags: SelectionFlags; selection: Selection }[] = [];
  for (const from of [undefined, 0, 5, 18, 64, 65]) {
    for (const to of [undefined, 0, 12, 64, 999]) {
      for (const before of [undefined, 0, 3, 19, 40, 999]) {
        for (const tail of [undefined, true] as const) {
          for (const maxMessages of [undefined, 1, 2, 5, 99]) {
            const all = Object.entries({ from, to, before, tail, maxMessages });
            const flags = Object.fromEntries(all.filter(([, value]) => value !== undefined));
            try {
              found.push({ flags, selection: selectionOf(flags) });
            } catch {
              // refused: test/commands/selection.test.ts says which and why
            }
          }
        }
      }
    }
  }
  return found;
}

const NAMES: Readonly<Record<string, string>> = { maxMessages: 'max-messages' };
const argsOf = (flags: SelectionFlags): string[] =>
  Object.entries(flags).flatMap(([name, value]) => [
    `--${NAMES[name] ?? name}`,
    ...(value === true ? [] : [String(value)]),
  ]);

const FORMS = {
  raw: (events: readonly SessionEvent[]) => events,
  projection: (events: readonly SessionEvent[]) => naiveProjection(events),
  packed: officialPack,
} as const;

/** The page as a naive program makes it from the parsed events. */
function expected(form: keyof typeof FORMS, selection: Selection): string {
  const page = naivePage(EVENTS, selection);
  return naiveResponse(FORMS[form](EVENTS.slice(page.fromSeq, page.toSeq)), page);
}

describe('page', () => {
  it.each(Object.keys(FORMS))('selects what a naive program selects, as %s', async (form) => {
    const path = writeTemporary(logText(LINES));
    const all = selections();
    expect(all.length).toBeGreaterThan(50);
    for (const { flags, selection } of all) {
      const { stdout } = await run(['page', path, '--as', form, ...argsOf(flags)]);
      expect([flags, stdout]).toEqual([flags, expected(form as keyof typeof FORMS, selection)]);
    }
  });

  it('cuts a stored row where the page begins and ends', async () => {
    const packed = conversation({ turns: 1, deltas: 8 }); // reasoning 4 to 11, text 12 to 19
    const path = writeTemporary(logText(packed));
    const { stdout } = await runCli(['page', path, '--from', '6', '--to', '14']);
    const { records } = JSON.parse(stdout.toString('utf8'));
    expect(records).toHaveLength(3);
    expect(records[0].chunks).toMatchObject({ type: 'reasoning-chunks', seq0: 6 });
    expect(records[0].chunks.data.texts).toHaveLength(6);
    expect(records[0].chunks.data.dt).toHaveLength(5);
    expect(records.slice(1).map(({ event }: { event: SessionEvent }) => event.seq)).toEqual([
      12, 13,
    ]);
  });

  it('tells an end beyond the log, and shows what there is', async () => {
    const path = writeTemporary(logText(LINES));
    const { exitCode, stdout, stderr } = await runCli([
      'page',
      path,
      '--from',
      '60',
      '--to',
      '999',
    ]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout.toString('utf8'))).toMatchObject({ fromSeq: 60, toSeq: 65 });
    expect(stderr).toContain('the log ends before seq 65');
    expect((await run(['page', path, '--to', '999', '--quiet'])).stderr).toBe('');
  });

  it('is the empty page at the end of the log with --from its end', async () => {
    const path = writeTemporary(logText(LINES));
    const { stdout } = await runCli(['page', path, '--from', '65']);
    expect(stdout.toString('utf8')).toBe('{"records":[],"hasMore":true,"fromSeq":65,"toSeq":65}');
  });
});
