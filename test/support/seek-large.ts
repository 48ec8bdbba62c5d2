import { closeSync, openSync, writeSync } from 'node:fs';
import { deltaLine, eventLine, fileText, headerLine, messageLine, turnEnd } from './logs.ts';
import { cliFrames } from './zstd.ts';

/** Events of a turn beside its deltas. */
const EVENTS_AROUND = 6;

/** Turns that are compressed by one call of the zstd CLI, a frame each. */
const TURNS_A_CALL = 100;

export interface LargeLog {
  readonly turns: number;
  /** One line each. */
  readonly deltasATurn: number;
}

/** The number of events of a log. */
export const eventsOf = ({ turns, deltasATurn }: LargeLog): number =>
  turns * (deltasATurn + EVENTS_AROUND);

/** A finished turn: a question, an answer in loose deltas. */
function turnText(turn: number, { deltasATurn }: LargeLog): string {
  const place = { turn, step: 0 };
  const lines: string[] = [];
  let seq = turn * (deltasATurn + EVENTS_AROUND);
  lines.push(eventLine(seq++, 'turn/start', { turn }));
  lines.push(messageLine(seq++, 'user', { turn }));
  lines.push(eventLine(seq++, 'step/start', place));
  const first = seq;
  for (let k = 0; k < deltasATurn; k++) lines.push(deltaLine(seq++, ` word${turn}-${k}`, place));
  lines.push(messageLine(seq++, 'assistant', place, [[first, seq - 2]]));
  lines.push(eventLine(seq++, 'step/end', place));
  lines.push(turnEnd(seq, turn));
  return fileText(lines);
}

/** Writes a log of any size as raw text and, beside it, as frames of one turn. Memory: 100 turns. */
export function writeLargeLog(log: LargeLog, rawPath: string, zstdPath: string): void {
  const raw = openSync(rawPath, 'w');
  const zstd = openSync(zstdPath, 'w');
  const write = (contents: readonly string[]): void => {
    for (const content of contents) writeSync(raw, content);
    for (const frame of cliFrames(contents, '-1', '--check')) writeSync(zstd, frame);
  };
  try {
    write([fileText([headerLine()])]);
    for (let turn = 0; turn < log.turns; turn += TURNS_A_CALL) {
      const turns = Math.min(TURNS_A_CALL, log.turns - turn);
      write(Array.from({ length: turns }, (_, k) => turnText(turn + k, log)));
    }
  } finally {
    closeSync(raw);
    closeSync(zstd);
  }
}
