import type { CompressionOptions } from '../../compressors.ts';
import type { Measurement } from '../../measure.ts';
import type { Inspection } from '../inspect.ts';
export async function renderInspectionPage(
  _all: readonly {
    readonly inspection: Inspection;
    readonly measurement: Measurement | undefined;
  }[],
  _c: CompressionOptions,
): Promise<string> {
  return '';
}
