import type { Interval } from '../codec/types.ts';
import type { WireName } from '../codec/wire/types.ts';
import { wireOf } from '../codec/wire/wires.ts';
import { EXIT, type Fault, makeFault, type Warning } from '../errors.ts';
import { checkResponse } from './verify-page-check.ts';
import { type PageDocument, type PageFile, readDocuments } from './verify-page-read.ts';
import { type Stitch, stitchPages } from './verify-page-stitch.ts';
import { unwrap, whyNoResponse } from './verify-page-unwrap.ts';

/** What a captured response holds. */
export interface PageCounts {
  readonly records: number;
  /** Chunk rows among them. */
  readonly rows: number;
  /** Logical events, those in rows included. */
  readonly events: number;
  readonly eventsInRows: number;
}

/** What `verify` found out about one captured response; plain data. */
export interface PageVerification {
  readonly file: string;
  /** Position in its file, from 0; a file may hold several. */
  readonly response: number;
  /** Of NDJSON, counted from 1. */
  readonly line: number | undefined;
  /** The keys around the response, such as `result` or `result.data`; undefined where there are none. */
  readonly wrapper: string | undefined;
  /** Undefined where it is no response; then it has nothing but faults. */
  readonly wire: WireName | undefined;
  /** By its watermarks, else by its first and last record; undefined where neither tells. */
  readonly interval: Interval | undefined;
  readonly hasMore: boolean | undefined;
  readonly counts: PageCounts | undefined;
  /** Whether every chunk row may be expanded. */
  readonly areRowsSafe: boolean | undefined;
  /** Their `detail` has `record` (from 0), and `expected` and `found` where it is about a seq. */
  readonly faults: readonly Fault[];
  readonly warnings: readonly Warning[];
}

/** What `verify` found out about captured responses, and whether they make one history. */
export interface PagesVerification {
  /** 0; 3 for gaps and overlaps in a page or between pages; 4 for unreadable pages and unsafe rows. */
  readonly exitCode: number;
  /** As given. */
  readonly pages: readonly PageVerification[];
  /** Between neighbours, oldest first, whatever order the pages were given in. */
  readonly stitches: readonly Stitch[];
  /** What all pages cover together; undefined where they do not stitch. */
  readonly covers: Interval | undefined;
}

/** Checks captured responses. Never throws for their content. O(bytes). */
export function verifyPages(files: readonly PageFile[]): PagesVerification {
  const pages = files.flatMap((file) =>
    readDocuments(file).map((document, response) => verifyDocument(file.name, response, document)),
  );
  const { stitches, covers } = stitchPages(pages);
  const faults = [...pages, ...stitches].flatMap((each) => each.faults);
  return { exitCode: exitCodeOf(faults), pages, stitches, covers };
}

function exitCodeOf(faults: readonly Fault[]): number {
  if (faults.length === 0) return EXIT.done;
  return faults.every(({ code }) => code === 'E_SEQ') ? EXIT.notLossless : EXIT.badInput;
}

function verifyDocument(
  file: string,
  response: number,
  { line, value, fault }: PageDocument,
): PageVerification {
  const place = { file, line };
  const nothing = { ...NO_RESPONSE, ...place, response };
  if (value === undefined) return { ...nothing, faults: fault === undefined ? [] : [fault] };
  const { wrapper, inner } = unwrap(value);
  const wire = wireOf(inner);
  if (wire === undefined) {
    const hint = 'give the body of a session.history, subagent.history or session.page response';
    const message = whyNoResponse(inner);
    const faults = [makeFault({ code: 'E_ENVELOPE', message, ...place, hint })];
    return { ...nothing, wrapper, faults };
  }
  return { ...place, response, wrapper, wire, ...checkResponse(inner, wire, place) };
}

const NO_RESPONSE = {
  wrapper: undefined,
  wire: undefined,
  interval: undefined,
  hasMore: undefined,
  counts: undefined,
  areRowsSafe: undefined,
  warnings: [],
} as const;
