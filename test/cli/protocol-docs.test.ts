import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The pages whose examples run, and how many they have at least. */
const PAGES = { 'protocol.md': 4, 'columnar.md': 1 };

function examplesOf(name: string): string[] {
  const page = readFileSync(`${root}/docs/${name}`, 'utf8');
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
}

describe.each(Object.entries(PAGES))('docs/%s', (name, least) => {
  const examples = examplesOf(name);

  it('has examples', () => expect(examples.length).toBeGreaterThanOrEqual(least));

  // They hold no type syntax, so plain Node runs them; their assertions are the test.
  it.each(examples.map((code, at) => [at + 1, code] as const))('example %i holds', (_, code) => {
    const codec = new URL('../../dist/src/codec/index.js', import.meta.url).href;
    const script = code.replaceAll("'histpack/codec'", `'${codec}'`);
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  });
});
