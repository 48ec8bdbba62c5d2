import { z } from 'zod';
import { SIZE_NAMES } from '../measure/check/metrics.ts';
import { BROTLI_ENGINES } from '../measure/compressors.ts';
import { PROJECTIONS } from '../measure/forms.ts';
import { REPORT_SCHEMA_VERSION } from '../measure/report.ts';
import { baselineSchema, formSchema, weightsSchema } from './baseline.ts';
import { configSchema } from './config.ts';

/**
 * What `measure --json` prints. New fields may come under the same `schemaVersion`, so a reader
 * ignores those that it does not know; the JSON Schema says the same by not forbidding them.
 */

const count = z.int().min(0);

const names = (table: object) => z.enum(Object.keys(table));

const placeFields = {
  file: z.string().exactOptional(),
  line: z.int().min(1).exactOptional(),
  byteOffset: count.exactOptional(),
  frame: count.exactOptional(),
  frameOffset: count.exactOptional(),
  seq: count.exactOptional(),
};
const detail = z.record(z.string(), z.unknown()).exactOptional();

const faultSchema = z
  .object({
    code: z.string().regex(/^E_[A-Z0-9_]+$/),
    message: z.string(),
    hint: z.string(),
    ...placeFields,
    detail,
  })
  .meta({
    id: 'Fault',
    description: 'Something wrong, located. Offsets count from 0, lines from 1.',
  });

const warningSchema = z
  .object({ code: z.string().regex(/^W_[A-Z0-9_]+$/), message: z.string(), ...placeFields, detail })
  .meta({ id: 'Warning', description: 'Something to know about a log that can be read.' });

const reductions = z
  .array(
    z.object({
      of: z.literal('packed'),
      against: z.enum(['raw', 'projection']),
      json: z.number(),
      gzip: z.number(),
      brotli: z.number(),
    }),
  )
  .meta({ description: 'How much smaller packed history is, as a share of the other form.' });

const measurementSchema = z
  .object({
    file: z.string(),
    encoding: z.string(),
    session: z.object({
      id: z.string(),
      version: count,
      parentSession: z.string().exactOptional(),
    }),
    interval: z.object({ fromSeq: count, toSeq: count, hasMore: z.boolean() }),
    events: count.meta({ description: 'Logical events in the interval.' }),
    inheritedEvents: count.exactOptional().meta({
      description:
        'Events at the start of the log that a fork has from its parent, where it tells.',
    }),
    packedRows: count.exactOptional(),
    weights: weightsSchema,
    own: z
      .object({ fromSeq: count, toSeq: count, events: count, weights: weightsSchema })
      .exactOptional()
      .meta({ description: 'The page of what a fork does not have from its parent, for totals.' }),
    warnings: z.array(warningSchema),
    reductions,
    why: z
      .record(z.string(), z.unknown())
      .exactOptional()
      .meta({ description: 'Where the bytes are; with --why.' }),
  })
  .meta({ id: 'Measurement' });

const checkSchema = z
  .object({
    ok: z.boolean(),
    kind: z.enum(['max', 'max-ratio', 'max-growth']),
    subject: z.string().meta({ description: 'The log, or `total`.' }),
    metric: z.string().meta({ description: 'Such as packed.brotli or packed.json/raw.json.' }),
    value: z.number(),
    limit: z.number().meta({ description: '`ok` is whether the value is at most this.' }),
  })
  .meta({ id: 'Check' });

const metric = z.string().regex(new RegExp(`^[a-z][a-z0-9-]{0,63}\\.(?:${SIZE_NAMES.join('|')})$`));

const comparisonSchema = z
  .object({
    subject: z.string(),
    status: z.enum(['unchanged', 'changed', 'new', 'renamed', 'removed']),
    from: z.string().exactOptional(),
    deltas: z.array(z.object({ metric, before: count, after: count, isBeyondNoise: z.boolean() })),
    grew: z
      .array(z.object({ form: formSchema, family: z.string(), before: count, after: count }))
      .exactOptional(),
  })
  .meta({ id: 'Comparison', description: 'How a log stands to the baseline.' });

export const reportSchema = z
  .object({
    schemaVersion: z.literal(REPORT_SCHEMA_VERSION),
    options: z.object({
      gzipLevel: z.int().min(0).max(9),
      brotliQuality: z.int().min(0).max(11),
      brotliEngine: names(BROTLI_ENGINES),
      projection: names(PROJECTIONS),
    }),
    measurements: z.array(measurementSchema),
    errors: z.array(faultSchema).meta({ description: 'Logs that could not be measured.' }),
    ok: z.boolean().meta({ description: 'False where a check failed or a log is broken.' }),
    checks: z.array(checkSchema),
    comparisons: z.array(comparisonSchema),
    total: z
      .object({
        files: count,
        events: count,
        weights: weightsSchema,
        reductions,
        countedOnce: z
          .object({ forks: z.array(z.string()), events: count })
          .exactOptional()
          .meta({
            description: 'Forks that count with their own part alone, and the events left out.',
          }),
      })
      .exactOptional(),
  })
  .meta({ title: 'histpack report', description: 'What `histpack measure --json` prints.' });

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'report.schema.json': reportSchema,
  'config.schema.json': configSchema,
  'baseline.schema.json': baselineSchema,
};

/** JSON Schemas of what `measure` reads and writes, by the name of their file in `schema/`. */
export const measureSchemas = (): Map<string, object> =>
  new Map(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      name,
      z.toJSONSchema(schema, { io: 'input' }), // as a reader: fields that it does not know are fine
    ]),
  );
