import { describe, expect, it } from 'vitest';
import { cached } from '../../../src/log/seek/sections.ts';

/** Sections of so many bytes each, and which of them were read. */
function counting(bytes: number) {
  const read: number[] = [];
  const sections = cached({
    ...{ count: 100, tornFrom: 0 },
    tornTail: undefined,
    async read(index) {
      read.push(index);
      return Buffer.alloc(bytes, index);
    },
  });
  return { sections, read };
}

async function readAll(sections: ReturnType<typeof cached>, indices: readonly number[]) {
  for (const index of indices) expect((await sections.read(index))[0]).toBe(index);
}

describe('remembered sections', () => {
  it('are read once', async () => {
    const { sections, read } = counting(10);
    await readAll(sections, [1, 2, 1, 2, 3, 1]);
    expect(read).toEqual([1, 2, 3]);
  });

  it('are the latest eight', async () => {
    const { sections, read } = counting(10);
    await readAll(sections, [0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 0]);
    expect(read).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
  });

  it('are fewer where they are large, down to one', async () => {
    const { sections, read } = counting(9 * 1024 * 1024);
    await readAll(sections, [1, 1, 2, 2, 1]);
    expect(read).toEqual([1, 2, 1]);
  });

  it('are read again after a failure', async () => {
    let failures = 1;
    const sections = cached({
      ...{ count: 1, tornFrom: 0 },
      tornTail: undefined,
      async read() {
        if (failures-- > 0) throw new Error('once');
        return Buffer.alloc(1);
      },
    });
    await expect(sections.read(0)).rejects.toThrow('once');
    expect(await sections.read(0)).toHaveLength(1);
  });
});
