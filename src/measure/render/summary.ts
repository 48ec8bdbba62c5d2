import type { Measurement } from '../measure.ts';
import { reductionsOf } from '../reductions.ts';
import type { Total } from '../report.ts';
import type { Labels } from './labels.ts';
import { groupedInteger, percent } from './numbers.ts';

/** The lines under the table: the interval, the packed rows and the reductions, in the note's words. */
export function summaryLines(measurement: Measurement, labels: Labels): string[] {
  const { interval, events, packedRows: count } = measurement;
  const packed = count === undefined ? undefined : { rows: groupedInteger(count), count };
  const { fromSeq, toSeq } = interval;
  return [
    labels.interval(fromSeq, toSeq, groupedInteger(events), packed),
    ...reductionLines(measurement, labels),
  ];
}

/** The lines under a total, which has no interval. */
export function totalLines(total: Total, labels: Labels): string[] {
  const { countedOnce } = total;
  const note =
    countedOnce === undefined
      ? []
      : [labels.countedOnce(countedOnce.forks.length, groupedInteger(countedOnce.events))];
  return [...note, ...reductionLines(total, labels)];
}

/** The reductions alone. */
export function reductionLines(
  measurement: Pick<Measurement, 'weights'>,
  labels: Labels,
): string[] {
  const reductions = reductionsOf(measurement);
  if (reductions.length === 0) return [];
  const compare = (size: 'json' | 'brotli') =>
    reductions.map((reduction) => ({
      against: reduction.against,
      share: percent(Math.abs(reduction[size])),
      shrank: reduction[size] >= 0,
    }));
  return [labels.jsonReduction(compare('json')), labels.brotliReduction(compare('brotli'))];
}
