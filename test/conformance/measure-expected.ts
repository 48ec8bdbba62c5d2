import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { JsonValue, SessionEvent } from '../../src/codec/types.ts';
import { NOTE_FORMS } from '../../src/measure/forms.ts';
import { officialDecode, officialPack } from '../support/official.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type NoteForm = (typeof NOTE_FORMS)[number];

/** The four numbers of the note's table. */
export interface Numbers {
  readonly records: number;
  readonly jsonBytes: number;
  readonly gzipBytes: number;
  readonly brotliBytes: number;
}

/** An event and the JSON text that a raw page shows of it. */
interface Shown {
  readonly event: SessionEvent;
  readonly text: string;
}

const NEWEST_FORMAT = 4;

/** Whether the first line is a header by FORMAT section 1, as far as we must be able to read it. */
function isHeader(line: string): boolean {
  try {
    const { type, version, id, createdAt } = JSON.parse(line);
    const isKnown = Number.isInteger(version) && version >= 0 && version <= NEWEST_FORMAT;
    return type === 'session' && isKnown && typeof id === 'string' && createdAt >= 0;
  } catch {
    return false;
  }
}

/**
 * The events of a raw log that is sound: a header, whole lines, and records with dense seqs;
 * undefined for any other. Ordinary lines stand for themselves, members of rows as JSON writes them.
 */
export function readEvents(text: string): Shown[] | undefined {
  const [header = '', ...lines] = text.split('\n');
  if (!isHeader(header) || lines.pop() !== '') return undefined;
  const shown: Shown[] = [];
  for (const line of lines) {
    let events: SessionEvent[];
    let record: JsonValue;
    try {
      record = JSON.parse(line);
      events = officialDecode(record);
    } catch {
      return undefined;
    }
    for (const event of events) {
      if (event?.seq !== shown.length) return undefined;
      const isLine = (event as unknown) === record;
      shown.push({ event, text: isLine ? line.trim() : JSON.stringify(event) });
    }
  }
  return shown;
}

/** The events that the completed-step projection keeps of a whole log. */
function project(shown: readonly Shown[]): Shown[] {
  const stepOf = ({ data }: SessionEvent): string => {
    const { turn, step } = (data ?? {}) as { turn?: unknown; step?: unknown };
    return typeof turn === 'number' && typeof step === 'number' ? `${turn}/${step}` : 'none';
  };
  const completed = new Set(
    shown
      .filter(({ event }) => event.type === 'assistant/message' && event.surfaceOp === 'append')
      .map(({ event }) => stepOf(event)),
  );
  completed.delete('none');
  return shown.filter(
    ({ event }) => event.type !== 'assistant/chunk' || !completed.has(stepOf(event)),
  );
}

const asEvent = ({ text }: Shown): string => `{"event":${text}}`;

/** The records of each form as JSON text, made on objects with the official codec. */
const RECORDS: Readonly<Record<NoteForm, (shown: readonly Shown[]) => string[]>> = {
  raw: (shown) => shown.map(asEvent),
  projection: (shown) => project(shown).map(asEvent),
  packed(shown) {
    const texts = new Map<unknown, string>(shown.map(({ event, text }) => [event, text]));
    return officialPack(shown.map(({ event }) => event)).map((record) => {
      const text = texts.get(record);
      return text === undefined ? `{"chunks":${JSON.stringify(record)}}` : `{"event":${text}}`;
    });
  },
};

/** Logs before and after packing have the same responses: each is compressed once. */
const known = new Map<string, Promise<Omit<Numbers, 'records'>>>();

async function weigh(response: Buffer): Promise<Omit<Numbers, 'records'>> {
  const [gzipped, brotli] = await Promise.all([compressGzip(response), compressBrotli(response)]);
  const jsonBytes = response.length;
  return { jsonBytes, gzipBytes: gzipped.length, brotliBytes: brotli.length };
}

/** The response of a whole log in one form, by DESIGN's rule. */
export function responseOf(
  form: NoteForm,
  shown: readonly Shown[],
): { json: string; records: number } {
  const records = RECORDS[form](shown);
  const json = `{"records":[${records.join(',')}],"hasMore":false,"fromSeq":0,"toSeq":${shown.length}}`;
  return { json, records: records.length };
}

/** What each form of a whole log weighs. */
export async function expectedNumbers(shown: readonly Shown[]): Promise<Record<NoteForm, Numbers>> {
  const entries = NOTE_FORMS.map(async (form): Promise<[NoteForm, Numbers]> => {
    const { json, records } = responseOf(form, shown);
    const response = Buffer.from(json);
    const key = createHash('sha256').update(response).digest('hex');
    const weighed = known.get(key) ?? weigh(response);
    known.set(key, weighed);
    return [form, { records, ...(await weighed) }];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<NoteForm, Numbers>;
}
