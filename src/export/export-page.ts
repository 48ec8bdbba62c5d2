import { REPRESENTATIONS, type RepresentationName } from '../codec/representations.ts';
import type { Log } from '../log/log.ts';
import { readInterval, type Survey } from '../log/survey.ts';
import { type Emit, ENCODERS, type EncoderName } from './encoders.ts';
import { EXPORT_FORMATS, type ExportFormat } from './formats.ts';
import type { Redactor } from './redact/redactor.ts';

/** How a page is written. */
export interface ExportOptions {
  readonly representation: RepresentationName;
  readonly format: ExportFormat;
  readonly encoding: EncoderName;
  /** Takes the content out on the way. */
  readonly redactor?: Redactor | undefined;
}

/**
 * Writes a surveyed page of a log, piece by piece. Memory: one run, or a row group of Parquet.
 * @throws what `emit` throws; {HistpackError} `E_USAGE` where the runtime has no zstd
 */
export async function exportPage(
  log: Log,
  page: Survey,
  { representation, format, encoding, redactor }: ExportOptions,
  emit: Emit,
): Promise<void> {
  const { interval, completedSteps } = page;
  const target = {
    ...interval,
    completedSteps,
    representation: REPRESENTATIONS[representation],
    headerText: redactor?.json(log.headerText) ?? log.headerText,
  };
  const exporter = await EXPORT_FORMATS[format](target, ENCODERS[encoding](emit));
  await readInterval(log, page, (spans) =>
    exporter.write(redactor === undefined ? spans : spans.map((span) => redactor.span(span))),
  );
  await exporter.finish();
}
