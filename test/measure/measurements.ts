import type { Weight } from '../../src/measure/channel.ts';
import { DEFAULT_COMPRESSION } from '../../src/measure/compressors.ts';
import type { Measurement } from '../../src/measure/measure.ts';
import type { Report } from '../../src/measure/report.ts';

/** A weight from its four numbers and its rows. */
export const weight = (
  records: number,
  jsonBytes: number,
  gzipBytes: number,
  brotliBytes: number,
  rows = 0,
): Weight => ({ records, rows, jsonBytes, gzipBytes, brotliBytes });

/** A measurement with the numbers of the design note. */
export const NOTE: Measurement = {
  file: 'session.jsonl',
  encoding: 'raw',
  session: { id: 's-1', version: 0 },
  interval: { fromSeq: 0, toSeq: 416_756, hasMore: false },
  events: 416_756,
  packedRows: 116,
  weights: {
    raw: weight(416_756, 69_433_638, 4_190_226, 1_972_998),
    projection: weight(228_129, 38_427_209, 2_324_688, 957_350),
    packed: weight(696, 6_362_724, 1_154_206, 528_145, 116),
  },
  warnings: [],
};

/** A log that packing makes larger: no row, and a projection that drops much. */
export const SMALL: Measurement = {
  ...NOTE,
  file: 'small "one".jsonl',
  interval: { fromSeq: 10, toSeq: 12, hasMore: true },
  events: 2,
  packedRows: 1,
  weights: {
    raw: weight(2, 1000, 200, 100),
    projection: weight(1, 500, 150, 80),
    packed: weight(2, 1100, 210, 105, 1),
  },
};

export const OPTIONS: Report['options'] = { ...DEFAULT_COMPRESSION, projection: 'literal' };
