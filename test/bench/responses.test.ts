import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HistpackError } from '../../src/errors.ts';
import { run } from '../support/context.ts';
import { samplePath, storedPage } from './pages.ts';

describe('stored responses', () => {
  it.each(['packed', 'tools', 'text'])('of %s.jsonl are what page prints', async (name) => {
    const { stored } = await storedPage(name, ['raw', 'packed']);
    for (const [form, { path, jsonBytes, records, rows }] of stored) {
      const { stdout } = await run(['page', '--as', form, samplePath(name)]);
      const text = readFileSync(path, 'utf8');
      expect(text).toBe(stdout);
      expect(jsonBytes).toBe(Buffer.byteLength(text));
      const parsed = JSON.parse(text).records;
      expect(records).toBe(parsed.length);
      expect(rows).toBe(parsed.filter((record: object) => 'chunks' in record).length);
    }
  });

  it('are refused where one is too long for a string', async () => {
    const { stored } = await storedPage('packed', ['packed']);
    const length = stored.get('packed')?.jsonBytes ?? 0; // the sample is ASCII
    await expect(storedPage('packed', ['packed'], { maxChars: length })).resolves.toBeDefined();
    const refused = storedPage('packed', ['packed'], { maxChars: length - 1 });
    await expect(refused).rejects.toThrow(HistpackError);
    await expect(refused).rejects.toMatchObject({
      fault: {
        code: 'E_LIMIT',
        message: expect.stringContaining('the packed page is longer than one string'),
        hint: expect.stringContaining('--tail'),
      },
    });
  });
});
