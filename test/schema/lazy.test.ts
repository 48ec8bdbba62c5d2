import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const SRC = new URL('../../src/', import.meta.url);

it('zod is loaded by src/schema alone, and src/schema by a dynamic import alone', async () => {
  const files = (await readdir(SRC, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const offenders: string[] = [];
  for (const file of files) {
    if (/^schema[\\/]/.test(file)) continue;
    const text = await readFile(new URL(file, SRC), 'utf8');
    if (/from '(?:zod|[./]+\/schema\/[^']+)'/.test(text.replace(/\btype .*? from/g, ''))) {
      offenders.push(file);
    }
  }
  expect(files.length).toBeGreaterThan(50);
  expect(offenders).toStrictEqual([]);
});
