import { openLog } from '../../../src/log/log.ts';
import { memorySource } from '../../../src/log/source.ts';
import {
  type Inspection,
  type InspectOptions,
  inspectLog,
} from '../../../src/measure/inspect/inspect.ts';
import { fileText, headerLine } from '../../support/logs.ts';

/** Inspects the records of a log, with fields for its header. */
export async function inspect(
  lines: readonly string[],
  header: Parameters<typeof headerLine>[0] = {},
  options: InspectOptions = {},
): Promise<Inspection> {
  return inspectText(fileText([headerLine(header), ...lines]), options);
}

export async function inspectText(
  text: string | Uint8Array,
  options: InspectOptions = {},
): Promise<Inspection> {
  return inspectLog(await openLog(memorySource(Buffer.from(text as string), 'f')), options);
}
