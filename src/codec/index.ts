/** The codec: pure functions over session logs and history pages, for Node and for browsers. */
export { RunAssembler } from './assembler.ts';
export * from './columnar/index.ts';
export { readDelta } from './delta.ts';
export * from './fold/index.ts';
export { DELTA_KINDS, type DeltaKind } from './kinds.ts';
export {
  type CompletedSteps,
  DEFAULT_MAX_MESSAGES,
  groupStart,
  isAppendOrigin,
  isAppendOriginMessage,
  PageFinder,
  type Selection,
  StepMessages,
  stepKey,
  WHOLE_LOG,
} from './page.ts';
export { PageWriter } from './page-writer.ts';
export type { PageContext, RecordSink, Representation, SpanWriter } from './representation.ts';
export { REPRESENTATIONS, type RepresentationName } from './representations.ts';
export { NDJSON_FRAMING, RecordWriter, responseFraming } from './response.ts';
export { isRowTagged, RowError, readRow, rowText } from './row.ts';
export { type Delta, MIN_ROW_MEMBERS, Run, type RunHead } from './run.ts';
export {
  type EventSpan,
  eachEventText,
  isRun,
  type Span,
  sliceSpan,
  spanInterval,
} from './span.ts';
export { decodeStorageRecord, membersOf, packChunkRuns, rowOf } from './storage.ts';
export type * from './types.ts';
export * from './window/index.ts';
export { type ConvertOptions, convertPage } from './wire/convert.ts';
export { WireError, type WireFault } from './wire/fault.ts';
export { wireFraming } from './wire/framing.ts';
export type { WireName, WirePage, WirePages } from './wire/types.ts';
export { faultsOf, findFault, validateResponse, walkResponse } from './wire/validate.ts';
export { WIRES, wireOf } from './wire/wires.ts';
