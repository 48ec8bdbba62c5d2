import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { measureForms } from '../log/encodings/measured.ts';
import { batchesOf } from '../log/encodings/reading.ts';
import { run } from '../support/context.ts';
import { corpusPath, describeCorpus, soundRawLogs } from '../support/corpus.ts';
import { temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';
import { cliFrames, describeZstd, linesOf, skippableFrame } from '../support/zstd.ts';

/** Every fifteenth sound log, which brings in small ones and large ones. */
const sample = (): [string, string][] =>
  ['official', 'history'].flatMap((folder) =>
    soundRawLogs(folder)
      .filter((_, at) => at % 15 === 0)
      .map((file): [string, string] => [`${folder}/${file}`, corpusPath(folder, file)]),
  );

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  check: ['--check'],
  'no-check': ['--no-check'],
  fastest: ['--fast=5', '--check'],
  ultra: ['--ultra', '-22', '--check'],
  long: ['--long=27', '--check'],
};

describeCorpus('logs that the zstd CLI compressed', () => {
  describeZstd('measure like the raw ones', () => {
    it.each(sample())('%s', async (_, path) => {
      const text = readFileSync(path, 'utf8');
      const [header = '', ...lines] = linesOf(text);
      const forms: Record<string, string | Uint8Array> = { raw: text };
      for (const [name, options] of Object.entries(OPTIONS)) {
        forms[name] = Buffer.concat(cliFrames([text], ...options));
        forms[`${name}-two-frames`] = Buffer.concat(
          cliFrames([header, lines.join('')], ...options),
        );
      }
      const batches = cliFrames(batchesOf(text, 7));
      forms.batches = Buffer.concat(batches);
      forms.skippable = Buffer.concat(
        batches.flatMap((frame, at) => [skippableFrame(text, at % 16), frame]),
      );
      const [raw, ...others] = await measureForms(temporaryDirectory(), forms);
      expect(others.length).toBe(12);
      for (const other of others) expect(other).toEqual(raw);
    });
  });

  it('measure alike as Brotli, where --encoding says so', async () => {
    for (const [, path] of sample().slice(0, 4)) {
      const text = readFileSync(path, 'utf8');
      const directory = temporaryDirectory();
      const [raw] = await measureForms(directory, { raw: text });
      const br = { br: brotliCompressSync(text) };
      const [encoded] = await measureForms(directory, br, '--encoding', 'br');
      const { warnings: _, ...facts } = raw as { warnings: unknown };
      expect(encoded).toMatchObject(facts);
    }
  });

  it('are refused as what they are not, where --encoding is wrong', async () => {
    const file = writeTemporary(skippableFrame('x'), { name: 'log' });
    for (const [encoding, code] of [
      ['raw', 'E_HEADER'],
      ['gzip', 'E_FRAME'],
      ['br', 'E_FRAME'],
    ] as const) {
      const { exitCode, stdout } = await run(['measure', '--json', '--encoding', encoding, file]);
      expect([encoding, exitCode, JSON.parse(stdout).error.code]).toEqual([encoding, 4, code]);
    }
    const { exitCode, stdout } = await run(['measure', '--json', '--encoding', 'lz4', file]);
    expect([exitCode, JSON.parse(stdout).error.code]).toEqual([2, 'E_USAGE']);
  });
});
