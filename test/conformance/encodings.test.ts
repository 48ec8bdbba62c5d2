import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureForms } from '../log/encodings/measured.ts';
import { batchesOf } from '../log/encodings/reading.ts';
import { readFrames } from '../log/zstd/support.ts';
import { corpusPath, describeCorpus, manifest } from '../support/corpus.ts';
import { cliFrames, linesOf, storedFrames, zstdMissing } from '../support/zstd.ts';

/** Logs without a fault; a header that only dsh minds is none. */
const isValid = ({ strict_valid, reasons }: Readonly<Record<string, string>>): boolean =>
  strict_valid === 'yes' || reasons === 'header: delegationDepth missing/invalid';

const validLogs = (): [string, string][] =>
  ['official', 'history', 'later', 'community'].flatMap((folder) =>
    manifest(folder)
      .filter(isValid)
      .map(({ file = '' }): [string, string] => [`${folder}/${file}`, corpusPath(folder, file)]),
  );

async function textOf(path: string): Promise<string> {
  const bytes = readFileSync(path);
  const isZstd = path.endsWith('.zstd');
  return Buffer.from(isZstd ? (await readFrames(bytes)).bytes : bytes).toString('utf8');
}

describeCorpus('every valid log of the corpus, whatever its encoding', () => {
  const logs = validLogs();
  const texts = new Map<string, string>();
  const oneFrame = new Map<string, Uint8Array>();
  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'histpack-encodings-'));
    for (const [name, path] of logs) texts.set(name, await textOf(path));
    const all = [...texts.values()];
    // One call for all of them: starting the CLI costs more than its work.
    const frames =
      zstdMissing === undefined ? cliFrames(all) : all.map((text) => storedFrames([text]));
    [...texts.keys()].forEach((name, at) => {
      oneFrame.set(name, frames[at] as Buffer); // as many as there are texts
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('finds more than two hundred', () => expect(logs.length).toBeGreaterThan(200));

  it.each(logs)('%s', async (name) => {
    const text = texts.get(name) ?? '';
    const [raw, ...others] = await measureForms(folder, {
      raw: text,
      'one-frame': oneFrame.get(name) ?? '',
      'frame-a-line': storedFrames(linesOf(text)),
      batches: storedFrames(batchesOf(text, text.length)),
      gzip: gzipSync(text, { level: 1 }),
    });
    expect(others).toHaveLength(4);
    for (const other of others) expect(other).toEqual(raw);
  });
});
