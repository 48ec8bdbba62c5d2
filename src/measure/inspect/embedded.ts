import { isObject, own } from '../../codec/json.ts';
import { DELTA_KINDS } from '../../codec/kinds.ts';
import type { EventSpan } from '../../codec/span.ts';
import type { JsonValue } from '../../codec/types.ts';

/** The streams that formats 2 and later keep inside messages and attempts (FORMAT section 9). */
export interface EmbeddedStreams {
  readonly streams: number;
  /** Packed rows in them; they have no seq and are never expanded to events. */
  readonly rows: number;
  /** Fragments in those rows. */
  readonly members: number;
  /** UTF-8 bytes of the streams as JSON without white space. */
  readonly jsonBytes: number;
}

const MEMBER_KEYS = new Map<JsonValue | undefined, string>(
  DELTA_KINDS.map(({ rowType, membersKey }) => [rowType, membersKey]),
);

/** Counts embedded streams and what they weigh. */
export class EmbeddedStreamCounter {
  #streams = 0;
  #rows = 0;
  #members = 0;
  #jsonBytes = 0;

  observe({ event }: EventSpan): void {
    const data = own(event, 'data');
    const stream = isObject(data) ? own(data, 'stream') : undefined;
    if (!Array.isArray(stream)) return;
    this.#streams += 1;
    this.#jsonBytes += Buffer.byteLength(JSON.stringify(stream), 'utf8');
    for (const record of stream) {
      const key = isObject(record) ? MEMBER_KEYS.get(own(record, 'type')) : undefined;
      if (key === undefined) continue;
      const members = isObject(record) ? own(record, key) : undefined;
      this.#rows += 1;
      this.#members += Array.isArray(members) ? members.length : 0;
    }
  }

  finish(): EmbeddedStreams {
    return {
      streams: this.#streams,
      rows: this.#rows,
      members: this.#members,
      jsonBytes: this.#jsonBytes,
    };
  }
}
