import type { Measurement } from './measure.ts';

/** The comparisons that the note makes: packed history against each of the other two. */
const COMPARED = ['raw', 'projection'] as const;

/** How much smaller one size is than another, as a share of the other. */
export interface Reduction {
  readonly of: 'packed';
  readonly against: (typeof COMPARED)[number];
  readonly json: number;
  readonly gzip: number;
  readonly brotli: number;
}

/** The reductions of a measurement; only those whose both sides were measured. */
export function reductionsOf({ weights }: Pick<Measurement, 'weights'>): Reduction[] {
  const { packed } = weights;
  if (packed === undefined) return [];
  return COMPARED.flatMap((against) => {
    const other = weights[against];
    if (other === undefined) return [];
    return {
      of: 'packed' as const,
      against,
      // A response is never empty, so none of these divides by zero.
      json: 1 - packed.jsonBytes / other.jsonBytes,
      gzip: 1 - packed.gzipBytes / other.gzipBytes,
      brotli: 1 - packed.brotliBytes / other.brotliBytes,
    };
  });
}
