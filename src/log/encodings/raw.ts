import { streamSource } from '../source.ts';
import type { Encoding } from './encoding.ts';

/** Plain JSONL. */
export const raw: Encoding = {
  name: 'raw',
  sniff: () => true,
  async *decode(source) {
    for await (const bytes of streamSource(source)) yield { bytes };
  },
};
