import {
  hasMore,
  NOTE_WORDING,
  RESPONSE_START,
  type RecordFraming,
  responseEnd,
} from '../response.ts';
import { rowText } from '../row.ts';
import type { Run } from '../run.ts';
import type { Interval } from '../types.ts';
import { ROW_EVENT_PREFIX } from './event.ts';
import type { WireName } from './types.ts';

/** How a wire's response is written as JSON text without white space; keys in the order of FORMAT section 5. */
export interface WireFraming {
  readonly start: string;
  /** What follows the records of a page; `hasMore` is whether the page starts above seq 0. */
  readonly end: (page: Interval) => string;
  /** A record from the JSON text of its event. */
  readonly event: (event: string) => string;
  /** A record from a row as `rowText` writes it; undefined on a wire that has no rows. */
  readonly chunks: ((row: string) => string) | undefined;
}

const hasMoreEnd = ({ fromSeq }: Interval): string => `],"hasMore":${hasMore(fromSeq)}}`;

export const WIRE_FRAMINGS: Readonly<Record<WireName, WireFraming>> = {
  history: { start: RESPONSE_START, end: responseEnd, ...NOTE_WORDING },
  page: {
    start: RESPONSE_START,
    end: hasMoreEnd,
    event: (event) => `{"type":"event","event":${event}}`,
    chunks: (row) => `{"type":"chunks","event":${rowEventText(row)}}`,
  },
  events: { start: '{"events":[', end: hasMoreEnd, event: NOTE_WORDING.event, chunks: undefined },
};

/**
 * How a `RecordWriter` frames a page for a wire: the response, or with `isNdjson` a record a line
 * without its envelope. For a wire without rows, write a representation without rows: `raw` has the
 * same events as `packed`.
 */
export function wireFraming(wire: WireName, page: Interval, isNdjson = false): RecordFraming {
  const { start, end, event, chunks } = WIRE_FRAMINGS[wire];
  const wording = { event, chunks: chunks ?? noRows };
  if (isNdjson) return { start: '', between: '', after: '\n', end: '', wording };
  return {
    start,
    between: ',',
    after: '',
    // Told when it is asked for: a page may be written before its end is known.
    get end() {
      return end(page);
    },
    wording,
  };
}

/** A run as the text of a row in the envelope of an event, as the 0.1.2 wire has it. */
export const pageRowText = (run: Run): string => rowEventText(rowText(run));

/** The beginning of a row's text up to its data; `rowText` writes nothing else. */
const ROW_START = /^\{"type":"([a-z-]+)","seq0":(\d+),"time0":(-?\d+),/;

/** Re-writes the beginning of a row; the data, which is nearly all of it, stays as it is. */
function rowEventText(row: string): string {
  const [start, type, seq, time] = ROW_START.exec(row) ?? [];
  if (start === undefined) throw new TypeError('the text is not one that rowText wrote');
  return `{"type":"${ROW_EVENT_PREFIX}${type}","seq":${seq},"time":${time},${row.slice(start.length)}`;
}

function noRows(): never {
  throw new TypeError('this wire has no chunk rows: write the raw representation');
}
