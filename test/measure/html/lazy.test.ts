import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const SRC = new URL('../../../src/', import.meta.url);

it('the plotting library is loaded by one adapter alone, and there by a dynamic import', async () => {
  const files = (await readdir(SRC, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const uses: [string, string][] = [];
  for (const file of files) {
    const text = await readFile(new URL(file, SRC), 'utf8');
    const values = text.replace(/\bimport type .*? from '[^']+'/g, '');
    for (const [use] of values.matchAll(/(?:from |import\()'(?:@observablehq\/plot|linkedom)'/g)) {
      uses.push([file.replaceAll('\\', '/'), use]);
    }
  }
  expect(uses).toEqual([
    ['measure/html/plotter.ts', "import('@observablehq/plot'"],
    ['measure/html/plotter.ts', "import('linkedom'"],
  ]);
});
