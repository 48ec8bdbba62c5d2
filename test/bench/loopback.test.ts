import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { transfer } from '../../src/bench/loopback.ts';

it.each([0, 1, 65_537, 3_000_000])('carries %i bytes as they are', async (length) => {
  const bytes = randomBytes(length);
  let marks = 0;
  const received = await transfer(bytes, () => {
    marks += 1;
  });
  expect(received.equals(bytes)).toBe(true);
  expect(received.buffer).not.toBe(bytes.buffer);
  expect(marks).toBe(1);
});
