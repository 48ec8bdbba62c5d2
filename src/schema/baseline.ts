import { z } from 'zod';
import { BASELINE_SCHEMA_VERSION } from '../measure/check/baseline.ts';
import { BROTLI_ENGINES } from '../measure/compressors.ts';
import { PROJECTIONS } from '../measure/forms.ts';

const count = z.int().min(0);

const names = (table: object) => z.enum(Object.keys(table));

const weightSchema = z
  .object({
    records: count.meta({ description: 'Length of `records` in the response.' }),
    rows: count.meta({ description: 'Chunk rows among them.' }),
    jsonBytes: count,
    gzipBytes: count,
    brotliBytes: count,
  })
  .meta({ id: 'Weight', description: 'What one representation of a page weighs.' });

/** A form of `--forms`, or one that a module brings. */
export const formSchema = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);

/** What the measured representations of a log weigh. */
export const weightsSchema = z.record(formSchema, weightSchema).meta({ id: 'Weights' });

const entrySchema = z
  .object({
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    fromSeq: count,
    toSeq: count,
    weights: weightsSchema,
    why: z
      .object({
        forms: z.record(
          formSchema,
          z.object({ families: z.array(z.object({ name: z.string(), jsonBytes: count })) }),
        ),
      })
      .exactOptional()
      .meta({ description: 'JSON bytes by family of events, where --why was given.' }),
  })
  .meta({ id: 'BaselineEntry' });

/** The file that `measure --update-baseline` writes. */
export const baselineSchema = z
  .object({
    schemaVersion: z.literal(BASELINE_SCHEMA_VERSION),
    histpack: z.string().meta({ description: 'The version that wrote it.' }),
    engine: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .meta({ description: 'Fingerprint of the compressors: what they make of a fixed text.' }),
    options: z.object({
      gzipLevel: z.int().min(0).max(9),
      brotliQuality: z.int().min(0).max(11),
      brotliEngine: names(BROTLI_ENGINES),
      projection: names(PROJECTIONS),
      selection: z.string().meta({ description: 'The selection flags, or `all`.' }),
    }),
    files: z
      .record(z.string(), entrySchema)
      .meta({ description: 'By path, relative to the baseline, with forward slashes.' }),
  })
  .meta({ title: 'histpack baseline', description: 'Sizes to compare with later.' });
