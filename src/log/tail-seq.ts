import { isObject, isSeq, own } from '../codec/json.ts';
import { isRowTagged, readRow } from '../codec/row.ts';
import type { JsonValue, Seq } from '../codec/types.ts';
import type { Log } from './log.ts';

const TAIL_BYTES = 64 * 1024;

/**
 * The number of events that a raw log's last line promises, without reading the rest: cheap, and
 * not checked. Undefined where the end does not tell, and for compressed logs.
 */
export async function eventsByTail({ source, encoding }: Log): Promise<Seq | undefined> {
  if (encoding.name !== 'raw') return undefined;
  const start = Math.max(0, source.size - TAIL_BYTES);
  const tail = (await source.read(start, TAIL_BYTES)).toString('utf8');
  const end = tail.lastIndexOf('\n');
  const lineStart = tail.lastIndexOf('\n', end - 1) + 1;
  if (end < 0 || (lineStart === 0 && start > 0)) return undefined;
  return eventsUpTo(tail.slice(lineStart, end));
}

function eventsUpTo(line: string): Seq | undefined {
  try {
    const record: JsonValue = JSON.parse(line);
    if (isRowTagged(record)) return readRow(record).toSeq;
    if (!isObject(record)) return undefined;
    const seq = own(record, 'seq');
    if (isSeq(seq)) return seq + 1;
    return own(record, 'type') === 'session' ? 0 : undefined;
  } catch {
    return undefined;
  }
}
