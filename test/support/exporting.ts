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
  const steps = representation.startsWith('projection');
  const page = await survey(log, { kind: 'interval' }, { steps });
  const pieces: Uint8Array[] = [];
  const written = { representation, format: 'log', encoding: 'none', ...options } as const;
  await exportPage(log, page, written, async (piece) => void pieces.push(piece));
  return Buffer.concat(pieces);
}

/** The lines of a log. */
export const linesOf = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes).toString('utf8').trimEnd().split('\n');
