import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { settle } from '../codec/fold/view.ts';
import { isRowTagged } from '../codec/row.ts';
import type {
  HistoryRecord,
  HistoryResponse,
  Interval,
  JsonValue,
  SessionEvent,
  StorageRecord,
} from '../codec/types.ts';
import type { BenchForm } from './forms.ts';
import { transfer } from './loopback.ts';

/** What the phases of one group hand to each other; all of it is held until the group ends. */
export interface Work {
  readonly form: BenchForm;
  readonly page: Interval;
  readonly gzipLevel: number;
  readonly brotliQuality: number;
  /** The logical events of the page. */
  readonly events: readonly SessionEvent[];
  /** The bytes of the response, as `measure` counts them. */
  readonly body: Buffer;
  records?: readonly StorageRecord[];
  response?: HistoryResponse;
  bytes?: Buffer;
  gzip?: Buffer;
  brotli?: Buffer;
  received?: Buffer;
  parsed?: HistoryResponse;
  decoded?: readonly SessionEvent[];
  settled?: unknown;
}

/** One thing that is timed. `mark` notes how large the heap is at a point within it. */
export interface Phase {
  readonly title: string;
  /** Left out of the sum of its group: something that a client does in place of another phase. */
  readonly isAlternative?: boolean;
  /** Whether a form has it; every form by default. */
  readonly isIn?: (form: BenchForm) => boolean;
  readonly run: (work: Work, mark: () => void) => void | Promise<void>;
  /** Gives up what no later phase of the group would hold. */
  readonly drop?: (work: Work) => void;
}

const host = {
  pack: {
    title: 'pack',
    run(work) {
      work.records = work.form.pack(work.events);
    },
  },
  wrap: {
    title: 'wrap',
    run(work) {
      const records = have(work.records).map(wrapped);
      const { fromSeq, toSeq } = work.page;
      work.response = { records, hasMore: fromSeq > 0, fromSeq, toSeq };
    },
  },
  stringify: {
    title: 'stringify, to UTF-8',
    run(work, mark) {
      const text = JSON.stringify(work.response);
      mark();
      work.bytes = Buffer.from(text, 'utf8');
    },
  },
  gzip: {
    title: 'gzip',
    run(work) {
      work.gzip = gzipSync(work.body, { level: work.gzipLevel });
    },
  },
  brotli: {
    title: 'Brotli',
    run(work) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: work.brotliQuality };
      work.brotli = brotliCompressSync(work.body, { params });
    },
  },
} as const satisfies Record<string, Phase>;

const loopback = {
  transfer: {
    title: 'transfer',
    async run(work, mark) {
      work.received = await transfer(work.body, mark);
    },
  },
} as const satisfies Record<string, Phase>;

const client = {
  parse: {
    title: 'parse, from UTF-8',
    run(work, mark) {
      const text = work.body.toString('utf8');
      mark();
      work.parsed = JSON.parse(text) as HistoryResponse; // the next phase validates it
    },
  },
  validate: {
    title: 'validate',
    isIn: ({ validate }) => validate !== undefined,
    run(work) {
      work.form.validate?.(work.parsed);
    },
  },
  decode: {
    title: 'decode, in place of fold',
    isAlternative: true,
    isIn: ({ decode }) => decode !== undefined,
    run(work) {
      work.decoded = work.form.decode?.(have(work.parsed).records) ?? [];
    },
    drop(work) {
      delete work.decoded; // a client that folds has not decoded
    },
  },
  fold: {
    title: 'fold to the settled view',
    run(work, mark) {
      const inputs = work.form.inputs(have(work.parsed).records);
      mark();
      work.settled = settle(inputs);
    },
  },
} as const satisfies Record<string, Phase>;

/** The phases by group, in order: each group runs in a heap of its own. */
export const PHASE_GROUPS = { host, loopback, client } as const;

export type GroupName = keyof typeof PHASE_GROUPS;
export const GROUP_NAMES = Object.keys(PHASE_GROUPS) as GroupName[]; // its own keys

/** The phases of a group that a form has. */
export const phasesOf = (group: GroupName, form: BenchForm): (readonly [string, Phase])[] =>
  Object.entries<Phase>(PHASE_GROUPS[group]).filter(([, { isIn }]) => isIn?.(form) ?? true);

/** A stored record as a history record. Rows are tagged, and no event has their types. */
const wrapped = (record: StorageRecord): HistoryRecord =>
  isRowTagged(record as unknown as JsonValue)
    ? ({ chunks: record } as HistoryRecord)
    : ({ event: record } as HistoryRecord);

function have<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('a phase ran before the one that it needs');
  return value;
}
