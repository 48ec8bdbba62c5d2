import { z } from 'zod';
import type { Interval } from '../codec/types.ts';
import { Coverage } from '../codec/wire/coverage.ts';
import type { WireFault } from '../codec/wire/fault.ts';
import type { WireName } from '../codec/wire/types.ts';
import { eventRecordSchema, pageEventRecordSchema } from './event.ts';
import { chunkRowSchema, pageRowSchema, seqSchema } from './row.ts';

/**
 * The responses of the three wires (FORMAT section 5). One definition gives the types, the
 * validation and, by `jsonSchemas`, JSON Schema; only the rules that tie records together are
 * functions, which JSON Schema cannot have. Import this lazily: it loads zod.
 */

const hasMore = z.boolean().meta({ description: 'Whether events before the page exist.' });

/** The interval of a record, from where it begins and, for a row, how many members it has. */
const span = (fromSeq: number, members = 1): Interval => ({ fromSeq, toSeq: fromSeq + members });

type RowData = { readonly texts: readonly string[] } | { readonly args: readonly string[] };
const membersOf = (data: RowData): number => ('texts' in data ? data.texts : data.args).length;

/** Adds an issue for every record out of its place; its `params` have the expected and found seq. */
function refuseGaps(
  intervals: readonly Interval[],
  page: Interval | undefined,
  { addIssue }: z.RefinementCtx<unknown>,
  list = 'records',
): void {
  const add = (fault: WireFault | undefined): void => {
    if (fault === undefined) return;
    const { message, record = intervals.length, expectedSeq, foundSeq } = fault;
    addIssue({
      code: 'custom',
      message,
      path: [list, record],
      params: { expectedSeq, foundSeq },
      continue: true,
    });
  };
  const coverage = new Coverage(page);
  for (const [index, interval] of intervals.entries()) add(coverage.take(index, interval));
  add(coverage.finish(intervals.length));
}

/** The response of `session.history` and of `subagent.history`. */
export const historyResponseSchema = z
  .looseObject({
    records: z.array(
      z.union([
        eventRecordSchema,
        z.strictObject({ chunks: chunkRowSchema }).meta({ id: 'ChunksRecord' }),
      ]),
    ),
    hasMore,
    fromSeq: seqSchema.meta({ description: 'Where the page begins, inclusive.' }),
    toSeq: seqSchema.meta({ description: 'Where the page ends, exclusive.' }),
  })
  .superRefine(({ records, fromSeq, toSeq }, context) => {
    if (fromSeq > toSeq) {
      context.addIssue(`fromSeq ${fromSeq} must not exceed toSeq ${toSeq}`);
      return;
    }
    const intervals = records.map((record) =>
      'event' in record
        ? span(record.event.seq)
        : span(record.chunks.seq0, membersOf(record.chunks.data)),
    );
    refuseGaps(intervals, { fromSeq, toSeq }, context);
  })
  .meta({
    title: 'history page',
    description:
      'Response of session.history and subagent.history. Beyond this schema, the records cover [fromSeq, toSeq) exactly and in order.',
  });

/** The response of `session.page`, dsh 0.1.2 and later. */
export const pageResponseSchema = z
  .looseObject({
    records: z.array(
      z.discriminatedUnion('type', [
        pageEventRecordSchema,
        z
          .strictObject({ type: z.literal('chunks'), event: pageRowSchema })
          .meta({ id: 'PageChunksRecord' }),
      ]),
    ),
    hasMore,
  })
  .superRefine(({ records }, context) => {
    const intervals = records.map(({ type, event }) =>
      type === 'event' ? span(event.seq) : span(event.seq, membersOf(event.data)),
    );
    refuseGaps(intervals, undefined, context);
  })
  .meta({
    title: 'session page',
    description: 'Response of session.page. Beyond this schema, the records are contiguous.',
  });

/** The response of dsh 0.1.1 and older. */
export const eventsResponseSchema = z
  .looseObject({ events: z.array(eventRecordSchema), hasMore })
  .superRefine(({ events }, context) => {
    const intervals = events.map(({ event }) => span(event.seq));
    refuseGaps(intervals, undefined, context, 'events');
  })
  .meta({
    title: 'events page',
    description: 'Response before the note. Beyond this schema, the events are contiguous.',
  });

/** The schema of each wire. */
export const RESPONSE_SCHEMAS = {
  history: historyResponseSchema,
  page: pageResponseSchema,
  events: eventsResponseSchema,
} as const satisfies Record<WireName, z.ZodType>;
