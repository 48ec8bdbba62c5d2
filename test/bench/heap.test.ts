import { expect, it } from 'vitest';
import { exposeGc, heapBytes } from '../../src/bench/heap.ts';

const MB = 1e6;

it('sees what objects and buffers hold, and that a collection frees them', () => {
  const collect = exposeGc();
  collect();
  const base = heapBytes();
  const held: unknown[] = [
    Array.from({ length: 200_000 }, (_, at) => ({ at })),
    Buffer.alloc(20 * MB, 1),
  ];
  collect();
  expect(held).toHaveLength(2);
  expect(heapBytes() - base).toBeGreaterThan(24 * MB);
  held.length = 0;
  collect();
  expect(heapBytes() - base).toBeLessThan(4 * MB);
});
