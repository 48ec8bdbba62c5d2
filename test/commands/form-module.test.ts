import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';

const directory = mkdtempSync(join(tmpdir(), 'histpack-forms-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let modules = 0;
function moduleOf(text: string): string {
  const path = join(directory, `form-${modules++}.mjs`);
  writeFileSync(path, text);
  return path;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const SAMPLE = 'samples/tools.jsonl';

async function run(args: readonly string[]) {
  const { stdout, ...result } = await runCli(args, { cwd: root });
  return { ...result, stdout: stdout.toString() };
}
const measure = (...flags: string[]) =>
  run(['measure', SAMPLE, '--brotli-quality', '1', '--json', ...flags]);

const COUNTS = `export default {
  name: 'counts',
  open: () => (span, sink) => {
    if (span.fragments === undefined) sink.event(span.text);
    else sink.record('n', String(span.fragments.length), true);
  },
};`;

describe('--form-module', () => {
  it('measures a form of the user beside the others, and lets it be limited', async () => {
    const flags = ['--forms', 'packed', '--form-module', moduleOf(COUNTS)];
    const { stdout, exitCode } = await measure(...flags, '--max', 'counts.json=1B');
    const [measurement] = JSON.parse(stdout).measurements;
    expect(Object.keys(measurement.weights)).toEqual(['packed', 'counts']);
    const { packed, counts } = measurement.weights;
    expect(counts.jsonBytes).toBeLessThan(packed.jsonBytes);
    // Short runs are rows here too.
    expect(counts.rows).toBeGreaterThanOrEqual(packed.rows);
    expect(exitCode).toBe(1);
  });

  it('shows it in every table by its name', async () => {
    const flags = ['measure', SAMPLE, '--brotli-quality', '1', '--form-module', moduleOf(COUNTS)];
    expect((await run(flags)).stdout).toMatch(/^\| counts +\|/m);
    expect((await run([...flags, '--format', 'csv'])).stdout).toContain(`${SAMPLE},counts,`);
  });

  it('gives the example of the documentation', async () => {
    const { stdout } = await measure('--form-module', 'examples/forms/lengths.mjs');
    expect(JSON.parse(stdout).measurements[0].weights.lengths.records).toBeGreaterThan(0);
  });

  it('is never answered from the cache', async () => {
    const path = moduleOf(COUNTS);
    const weight = async () =>
      JSON.parse((await measure('--form-module', path)).stdout).measurements[0].weights.counts;
    const before = await weight();
    writeFileSync(path, COUNTS.replace("'n'", "'number'"));
    expect((await weight()).jsonBytes).toBeGreaterThan(before.jsonBytes);
  });

  it.each([
    ['no such file', join(directory, 'nowhere.mjs'), 'Cannot find'],
    ['broken', moduleOf('export default {'), 'Unexpected'],
    ['no object', moduleOf('export default 5'), 'no object with name and open'],
    ['without a name', moduleOf('export default {}'), 'name must be small letters'],
    ['one of ours', moduleOf(COUNTS.replace("'counts'", "'packed'")), "packed is histpack's own"],
    ['a name of objects', moduleOf(COUNTS.replace("'counts'", "'constructor'")), 'name must be'],
    ['without open', moduleOf("export default { name: 'a' }"), 'open must be a function'],
    [
      'with a wrong fact',
      moduleOf(COUNTS.replace('open', 'isLossless: 1, open')),
      'isLossless must',
    ],
    [
      'whose open gives nothing',
      moduleOf("export default { name: 'a', open() {} }"),
      'return a function',
    ],
    [
      'that throws',
      moduleOf("export default { name: 'a', open() { throw new Error('oh') } }"),
      'it failed: oh',
    ],
  ])('refuses a module that is %s', async (_, path, message) => {
    const { exitCode, stdout } = await measure('--form-module', path);
    const { error } = JSON.parse(stdout);
    expect([exitCode, error.code]).toEqual([2, 'E_CONFIG']);
    expect(error.message).toContain(message);
  });

  it('refuses two modules of one name', async () => {
    const flags = ['--form-module', moduleOf(COUNTS), '--form-module', moduleOf(COUNTS)];
    expect((await measure(...flags)).stderr).toContain('another module is called counts too');
  });
});

describe('--forms all', () => {
  it('measures every form that histpack knows', async () => {
    const { stdout } = await measure('--forms', 'all');
    const { weights } = JSON.parse(stdout).measurements[0];
    const forms = ['raw', 'projection', 'packed', 'columnar', 'fold', 'messages'];
    expect(Object.keys(weights)).toEqual(forms);
    for (const form of forms) {
      const page = await run(['page', SAMPLE, '--as', form, '--format', 'json']);
      expect(weights[form].jsonBytes, form).toBe(Buffer.byteLength(page.stdout));
      const file = await run(['export', SAMPLE, '--as', form]);
      expect(file.stdout, form).toBe(page.stdout);
    }
  });

  it('says which forms a budget may be about', async () => {
    const { stderr, exitCode } = await measure('--max', 'columnar.json=1MB');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the forms measured are raw, projection, packed');
  });
});

describe('a columnar page', () => {
  it('is shown to people line by line', async () => {
    const { stdout } = await run(['page', SAMPLE, '--as', 'columnar', '--format', 'pretty']);
    expect(stdout).toMatch(/tool-call-columns/);
    expect(stdout.split('\n').length).toBeGreaterThan(10);
  });

  it.each([
    [['--wire', 'page'], '--wire page has no columnar rows'],
    [['--max-bytes', '1kB'], 'columnar rows lean on those before them'],
  ])('refuses %j', async (flags, message) => {
    const { stderr, exitCode } = await run(['page', SAMPLE, '--as', 'columnar', ...flags]);
    expect([exitCode, stderr.includes(message)]).toEqual([2, true]);
  });

  it('makes no log', async () => {
    const flags = ['export', SAMPLE, '--layout', 'log', '--as', 'columnar'];
    expect((await run(flags)).stderr).toContain('--as columnar makes none');
  });
});
