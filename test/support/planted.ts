import { own } from '../../src/codec/json.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { headerLine } from './logs.ts';
import { conversation } from './logs-conversation.ts';
import { storedFrame } from './zstd.ts';

/** Logs in which known things are wrong at known places. */

/** What to do to a line. */
export type PlantKind = 'gap' | 'duplicate' | 'row' | 'json' | 'event';

export interface Plant {
  readonly kind: PlantKind;
  /** The turn in which to plant it. */
  readonly turn: number;
}

/** The fault that must be found: its code and its place. */
export interface Planted {
  readonly code: ErrorCode;
  readonly line: number;
  readonly byteOffset: number;
  readonly seq?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The lines of a turn: of its question, its first row of two deltas, and a delta in a run. */
const QUESTION = 2;
const ROW = 4;
const DELTA = 9;

/** In each of a turn's two runs. */
const DELTAS = 47;
export const EVENTS_PER_TURN = 2 * DELTAS + 7;
/** So many that a log has 101,000 events. */
export const LARGE_TURNS = 1000;

/** The lines of a log by turn; the first group is the header. */
export function turnsOfLog(turns: number): string[][] {
  const groups: string[][] = [[headerLine()]];
  for (const line of conversation({ turns, deltas: DELTAS, layout: 'mixed' })) {
    if (line.startsWith('{"type":"turn/start"')) groups.push([]);
    (groups.at(-1) as string[]).push(line); // there is one from the start
  }
  return groups;
}

interface Cell {
  readonly text: string;
  readonly fault?: Omit<Planted, 'line' | 'byteOffset'>;
}

/** Plants faults in the turns of `turnsOfLog`, and tells where each must be found. */
export function plant(
  turns: readonly (readonly string[])[],
  plants: readonly Plant[],
): { turns: string[][]; planted: Planted[] } {
  const cells = turns.map((lines) => lines.map((text): Cell => ({ text })));
  for (const { kind, turn } of plants) {
    const lines = cells[turn + 1];
    if (lines === undefined) throw new Error(`no turn ${turn}`);
    PLANTERS[kind](lines);
  }
  const planted: Planted[] = [];
  let line = 0;
  let byteOffset = 0;
  for (const { text, fault } of cells.flat()) {
    line += 1;
    if (fault !== undefined) planted.push({ ...fault, line, byteOffset });
    byteOffset += Buffer.byteLength(text) + 1;
  }
  return { turns: cells.map((group) => group.map(({ text }) => text)), planted };
}

const seqOf = (cell: Cell | undefined): number =>
  own(JSON.parse(cell?.text ?? '{}'), 'seq') as number;

const PLANTERS: Readonly<Record<PlantKind, (lines: Cell[]) => void>> = {
  gap(lines) {
    const [gone] = lines.splice(DELTA, 1);
    const expected = seqOf(gone);
    const [detail, seq] = [{ direction: 'forwards', expected, got: expected + 1 }, expected + 1];
    put(lines, DELTA, { fault: { code: 'E_SEQ', seq, detail } });
  },
  duplicate(lines) {
    const got = seqOf(lines[DELTA]);
    const detail = { direction: 'backwards', expected: got + 1, got };
    const text = lines[DELTA]?.text ?? '';
    lines.splice(DELTA + 1, 0, { text, fault: { code: 'E_SEQ', seq: got, detail } });
  },
  row(lines) {
    const row = JSON.parse(lines[ROW]?.text ?? '');
    row.data.dt.push(1);
    put(lines, ROW, { text: JSON.stringify(row), fault: { code: 'E_ROW', seq: row.seq0 } });
  },
  json(lines) {
    const text = (lines[QUESTION]?.text ?? '').slice(0, -1);
    put(lines, QUESTION, { text, fault: { code: 'E_JSON' } });
  },
  event(lines) {
    put(lines, DELTA, { text: 'null', fault: { code: 'E_EVENT' } });
  },
};

function put(lines: Cell[], at: number, change: Partial<Cell>): void {
  lines[at] = { text: lines[at]?.text ?? '', ...change };
}

/** Raw JSONL. */
export const rawText = (turns: readonly (readonly string[])[]): string =>
  `${turns.flat().join('\n')}\n`;

/** As dsh writes it: the header's frame, then one for each turn; those named have a bad checksum. */
export function framedTurns(
  turns: readonly (readonly string[])[],
  damaged: readonly number[] = [],
): { bytes: Buffer; offsets: number[] } {
  const offsets: number[] = [];
  let at = 0;
  const frames = turns.map((lines, index) => {
    const frame = storedFrame(
      `${lines.join('\n')}\n`,
      damaged.includes(index) ? { checksumValue: 0x12345678 } : {},
    );
    offsets.push(at);
    at += frame.length;
    return frame;
  });
  return { bytes: Buffer.concat(frames), offsets };
}
