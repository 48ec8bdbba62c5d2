/** The library: session logs, history pages and what they weigh. See `histpack/codec` for the pure part. */
export * from './codec/index.ts';
export { type ErrorCode, type Fault, HistpackError, type Place, type Warning } from './errors.ts';
export type { LogHeader } from './log/header.ts';
export { type Limits, type Log, type OpenOptions, openLog } from './log/log.ts';
export { type LogEnd, scanLog } from './log/scan.ts';
export { memorySource, openFile, type Source } from './log/source.ts';
export { readInterval, type Survey, survey } from './log/survey.ts';
export { type CompressionOptions, DEFAULT_COMPRESSION } from './measure/compressors.ts';
export { type ByForm, FORMS, type Form, type KnownForm, NOTE_FORMS } from './measure/forms.ts';
export { type Measurement, type MeasureOptions, measureLog } from './measure/measure.ts';
export { makeReport, type Report } from './measure/report.ts';
