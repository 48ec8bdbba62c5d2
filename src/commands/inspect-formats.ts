import type { ChalkInstance } from 'chalk';
import type { Fault } from '../errors.ts';
import type { CompressionOptions } from '../measure/compressors.ts';
import type { InspectedLog } from '../measure/inspect/html/page.ts';
import type { SizesWanted } from '../measure/inspect/sizes.ts';
import { MAX_STEPS, renderInspection } from '../measure/inspect/text.ts';

/** Raised when a field changes its meaning or goes away. */
const INSPECT_SCHEMA_VERSION = 1;

/** What a format needs to know beside the logs. */
export interface Rendering {
  readonly compression: CompressionOptions;
  /** Logs that could not be read. */
  readonly errors: readonly Fault[];
  readonly chalk: ChalkInstance;
  readonly columns: number;
}

/** How it is printed, and what is measured for it where `--sizes` does not say. */
export const INSPECT_FORMATS = {
  text: {
    sizes: 'json',
    maxCadence: MAX_STEPS,
    render: (all, { chalk, columns }) =>
      all.map(({ inspection }) => renderInspection(inspection, chalk, columns)).join('\n'),
  },
  json: {
    sizes: 'json',
    maxCadence: Number.POSITIVE_INFINITY,
    render: (all, { errors }) => {
      const inspections = all.map(({ inspection }) => inspection);
      const document = { schemaVersion: INSPECT_SCHEMA_VERSION, inspections, errors };
      return `${JSON.stringify(document, undefined, 2)}\n`;
    },
  },
  html: {
    sizes: 'all',
    maxCadence: 0,
    render: async (all, { compression }) => {
      const { renderInspectionPage } = await import('../measure/inspect/html/page.ts');
      return renderInspectionPage(all, compression);
    },
  },
} as const satisfies Record<
  string,
  {
    readonly sizes: SizesWanted;
    /** Steps told one by one. */
    readonly maxCadence: number;
    readonly render: (all: readonly InspectedLog[], how: Rendering) => string | Promise<string>;
  }
>;
export type InspectFormat = keyof typeof INSPECT_FORMATS;
