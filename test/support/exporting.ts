import { REPRESENTATIONS } from '../../src/codec/representations.ts';
import { HistpackError } from '../../src/errors.ts';
import type { EncoderName } from '../../src/export/encoders.ts';
import { type ExportOptions, exportPage } from '../../src/export/export-page.ts';
import { ENCODINGS } from '../../src/log/encodings/index.ts';
import { DEFAULT_LIMITS, openLog } from '../../src/log/log.ts';
import { memorySource } from '../../src/log/source.ts';
import { survey } from '../../src/log/survey.ts';

export interface ExportingOptions extends Partial<ExportOptions> {
  /** How the input is stored, where its content does not show it. */
  readonly inputEncoding?: EncoderName;
}

/** Exports a log in memory, without the command around it; as a packed log by default. */
export async function exportBytes(
  bytes: Uint8Array,
  { inputEncoding, ...options }: ExportingOptions = {},
): Promise<Buffer> {
  const encoding = ENCODINGS.find(({ name }) => name === inputEncoding);
  const log = await openLog(memorySource(bytes), { limits: DEFAULT_LIMITS, encoding });
  const representation = options.representation ?? 'packed';
  const steps = REPRESENTATIONS[representation].needsSteps;
  const page = await survey(log, { kind: 'interval' }, { steps });
  const pieces: Uint8Array[] = [];
  const written = { representation, format: 'log', encoding: 'none', ...options } as const;
  await exportPage(log, page, written, async (piece) => void pieces.push(piece));
  return Buffer.concat(pieces);
}

/** A log with its events one by one; undefined where it is not readable. */
export async function rawOrNothing(log: Uint8Array): Promise<Buffer | undefined> {
  try {
    return await exportBytes(log, { representation: 'raw' });
  } catch (error) {
    if (error instanceof HistpackError) return undefined; // the sweep says which, and why
    throw error;
  }
}

/** The lines of a log. */
export const linesOf = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes).toString('utf8').trimEnd().split('\n');
