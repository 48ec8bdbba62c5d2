import { eventLine, fileText, headerLine, messageLine, rowLine, turnEnd } from './logs.ts';

/** The records of a session up to `events`, a multiple of 6: the same for all who inherit them. */
export function history(events: number, name = 'all'): string[] {
  const lines: string[] = [];
  for (let seq = 0; seq < events; seq += 6) {
    lines.push(
      messageLine(seq, 'user', { turn: seq, text: `${name} asks ${seq}` }),
      rowLine(seq + 1, ['a', name, String(seq)], { turn: seq }),
      eventLine(seq + 4, 'note', { text: `${name} notes ${seq}` }),
      turnEnd(seq + 5, seq),
    );
  }
  return lines;
}

export interface ForkOptions {
  readonly id: string;
  readonly parent?: string;
  readonly inherited?: number;
  /** Events beyond the inherited ones, a multiple of 6. */
  readonly own: number;
}

/** A session of format 0 that begins with its parent's events. */
export function forkText({ id, parent, inherited = 0, own }: ForkOptions): string {
  const lineage = parent === undefined ? {} : { parentSession: parent, seedLength: inherited };
  const shared = history(inherited + own).slice(0, (inherited / 6) * 4);
  const rest = history(inherited + own, id).slice((inherited / 6) * 4);
  return fileText([headerLine({ id, ...lineage }), ...shared, ...rest]);
}

/** A session of format 3, which marks what it inherited: the mark stands at seq `inherited`. */
export function markedForkText({
  id,
  parent = 'none',
  inherited = 0,
}: Omit<ForkOptions, 'own'>): string {
  const header = headerLine({ id, version: 3, isSeeded: true, parentSession: parent });
  const mark = eventLine(inherited, 'session/end-seed', { inherited: true });
  return fileText([header, ...history(inherited), mark, turnEnd(inherited + 1)]);
}
