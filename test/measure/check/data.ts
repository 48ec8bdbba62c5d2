import type { Baseline, BaselineEntry, Measured } from '../../../src/measure/check/baseline.ts';
import type { Weights } from '../../../src/measure/check/metrics.ts';
import { NOTE, OPTIONS, weight } from '../measurements.ts';

/** Everything of a baseline but its logs. */
export const MAKER: Omit<Baseline, 'files'> = {
  schemaVersion: 1,
  histpack: '0.1.0',
  engine: '0123456789abcdef',
  options: { ...OPTIONS, selection: 'all' },
};

/** Weights of one form: records, JSON, gzip and Brotli bytes. */
export const packed = (records: number, json: number, gzip: number, brotli: number): Weights => ({
  packed: weight(records, json, gzip, brotli, 1),
});

export const entry = (weights: Weights, sha256 = 'a'): BaselineEntry => ({
  sha256,
  fromSeq: 0,
  toSeq: 9,
  weights,
});

export const measured = (name: string, weights: Weights, sha256 = 'b'): Measured => ({
  name,
  sha256,
  measurement: { ...NOTE, file: name, weights },
});

export const baselineOf = (files: Baseline['files']): Baseline => ({ ...MAKER, files });
