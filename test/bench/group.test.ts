import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BenchFormName } from '../../src/bench/forms.ts';
import { runGroup } from '../../src/bench/group.ts';
import type { GroupName } from '../../src/bench/phases.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';
import { storedPage } from './pages.ts';

async function grouped(
  form: BenchFormName,
  group: GroupName,
  more: { runs?: number; brotliQuality?: number; path?: string } = {},
) {
  const { page, stored } = await storedPage('packed', ['raw', 'packed']);
  const rawPath = stored.get('raw')?.path ?? '';
  const path = stored.get(form)?.path ?? '';
  const options = { runs: 2, gzipLevel: 6, brotliQuality: 5 };
  const task = { form, group, page, rawPath, path, ...options, ...more };
  return { body: readFileSync(path), result: await runGroup(task) };
}

describe('a group of phases', () => {
  it.each([
    ['raw', 'host', ['pack', 'wrap', 'stringify', 'gzip', 'brotli']],
    ['packed', 'host', ['pack', 'wrap', 'stringify', 'gzip', 'brotli']],
    ['raw', 'loopback', ['transfer']],
    ['packed', 'loopback', ['transfer']],
    ['raw', 'client', ['parse', 'validate', 'fold']],
    ['packed', 'client', ['parse', 'validate', 'decode', 'fold']],
  ] as const)('of %s, %s: runs its phases in order', async (form, group, phases) => {
    const { result } = await grouped(form, group);
    expect(Object.keys(result.phases)).toEqual(phases);
    expect(result.heapPeakBytes).toHaveLength(2);
    for (const samples of Object.values(result.phases)) {
      expect(samples).toHaveLength(2);
      for (const { ms, heapPeakBytes, heapKeptBytes } of samples) {
        expect(ms).toBeGreaterThan(0);
        expect(heapPeakBytes).toBeGreaterThanOrEqual(0);
        expect(heapKeptBytes).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it.each(['raw', 'packed'] as const)(
    'makes the bytes of the %s response, and compresses them',
    async (form) => {
      const { body, result } = await grouped(form, 'host', { runs: 1, brotliQuality: 9 });
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      expect(result).toMatchObject({
        isVerbatim: true,
        gzipBytes: gzipSync(body).length,
        brotliBytes: brotliCompressSync(body, { params }).length,
      });
    },
  );

  it('tells where the host would write other bytes than are counted', async () => {
    const { page, stored } = await storedPage('packed', ['raw']);
    const rawPath = stored.get('raw')?.path ?? '';
    const path = join(temporaryDirectory(), 'spelled.json');
    writeFileSync(path, readFileSync(rawPath, 'utf8').replace('"turn":1', '"turn":1.0'));
    const options = { page, rawPath, path, runs: 1, gzipLevel: 6, brotliQuality: 5 };
    const result = await runGroup({ form: 'raw', group: 'host', ...options });
    expect(result.isVerbatim).toBe(false);
  });

  it('keeps what it makes: buffers of the bytes that were made', async () => {
    const { body, result } = await grouped('raw', 'host', { runs: 1 });
    const [kept] = result.phases.stringify ?? [];
    expect(kept?.heapKeptBytes).toBeGreaterThan(body.length * 0.9);
  });

  it('refuses a response that is not sound', async () => {
    const path = join(temporaryDirectory(), 'bad.json');
    writeFileSync(path, '{"records":[],"hasMore":false,"fromSeq":0,"toSeq":5}');
    await expect(grouped('packed', 'client', { path })).rejects.toThrow('5 events are missing');
  });
});
