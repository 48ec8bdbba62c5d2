import { deltaLine, eventLine, messageLine, rowLine, turnEnd } from './logs.ts';

export interface ConversationOptions {
  readonly turns: number;
  /** Deltas of each of a turn's two runs. */
  readonly deltas?: number;
  /** How runs are stored: `mixed` begins with a row of two and goes on in loose lines. */
  readonly layout?: 'packed' | 'unpacked' | 'mixed';
  /** Whether the last turn breaks off before its message. */
  readonly isRunning?: boolean;
}

/** The members of the row with which a mixed run begins: too few for a row that packing makes. */
const MIXED_ROW_MEMBERS = 2;

/** The records of a session of some turns: question, reasoning, answer. */
export function conversation(options: ConversationOptions): string[] {
  const { turns, deltas = 5, layout = 'packed', isRunning = false } = options;
  const lines: string[] = [];
  let seq = 0;
  const run = (kind: 'reasoning' | 'text', turn: number): void => {
    const index = kind === 'text' ? 1 : 0;
    const place = { turn, step: 0, index, kind };
    const texts = Array.from({ length: deltas }, (_, k) => ` ${kind} ${turn}.${k} é😀`);
    const inRow = { packed: deltas, unpacked: 0, mixed: MIXED_ROW_MEMBERS }[layout];
    if (inRow > 0) lines.push(rowLine(seq, texts.slice(0, inRow), place));
    seq += inRow;
    for (const text of texts.slice(inRow)) lines.push(deltaLine(seq++, text, place));
  };
  for (let turn = 0; turn < turns; turn++) {
    const asked = seq + 1;
    lines.push(eventLine(seq++, 'turn/start', { turn }));
    lines.push(eventLine(seq++, 'agent/inbox/spliced', { turn }));
    lines.push(messageLine(seq++, 'user', { turn }, [asked]));
    const started = seq;
    lines.push(eventLine(seq++, 'step/start', { turn, step: 0 }));
    run('reasoning', turn);
    run('text', turn);
    if (isRunning && turn === turns - 1) break;
    lines.push(messageLine(seq, 'assistant', { turn, step: 0 }, [[started, seq - 1]]));
    seq += 1;
    lines.push(eventLine(seq++, 'step/end', { turn, step: 0 }));
    lines.push(turnEnd(seq++, turn));
  }
  return lines;
}
