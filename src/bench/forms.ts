import { expandPage, foldPage } from '../codec/fold/fold-page.ts';
import type { RepresentationName } from '../codec/representations.ts';
import { packChunkRuns } from '../codec/storage.ts';
import type { HistoryRecord, SessionEvent, StorageRecord } from '../codec/types.ts';
import { validateResponse } from '../codec/wire/validate.ts';

/** What a host and a client do with one representation. */
export interface BenchForm {
  /** As the note's table calls it. */
  readonly title: string;
  /** Host: the records of the logical events of a page, not yet wrapped. */
  readonly pack: (events: readonly SessionEvent[]) => readonly StorageRecord[];
  /** Client: throws where the response is not sound. Left out where the wire has no rule for it. */
  readonly validate?: (response: unknown) => unknown;
  /** Client: all logical events again. Left out where there is nothing to decode. */
  readonly decode?: (records: readonly HistoryRecord[]) => readonly SessionEvent[];
  /** Client: the events that its view plays. */
  readonly inputs: (records: readonly HistoryRecord[]) => readonly SessionEvent[];
}

const validate = (response: unknown): unknown => validateResponse(response, 'history');

/** The forms that are compared, by representation: another one is an entry here. */
export const BENCH_FORMS = {
  raw: {
    title: 'Raw logical events',
    pack: (events) => events.slice(),
    validate,
    inputs: foldPage,
  },
  packed: {
    title: 'Lossless packed history',
    pack: packChunkRuns,
    validate,
    decode: expandPage,
    inputs: foldPage,
  },
} as const satisfies Partial<Record<RepresentationName, BenchForm>>;

export type BenchFormName = keyof typeof BENCH_FORMS;

export const BENCH_FORM_NAMES = Object.keys(BENCH_FORMS) as BenchFormName[]; // its own keys

/** An entry of the table with its optional parts. */
export const benchForm = (name: BenchFormName): BenchForm => BENCH_FORMS[name];
