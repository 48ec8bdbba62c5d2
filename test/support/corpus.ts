import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Where `corpus/` and `cases/` lie: real logs of others, which are read there and never copied. */
const home = resolve(projectRoot, process.env.HISTPACK_CORPUS ?? '../shared');

/** The folders of the corpus that hold logs of dsh. */
export const LOG_FOLDERS = [
  ...['official', 'history', 'later', 'community'],
  ...['pairs/before-packing', 'pairs/after-packing'],
];

/** A row of a tab-separated table, by column name. */
export type TableRow = Readonly<Record<string, string>>;

function table(path: string): TableRow[] {
  const [names = [], ...rows] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
}

/** The path of something in the corpus, such as `official` or `pairs/before-packing`. */
export const corpusPath = (...parts: string[]): string => join(home, 'corpus', ...parts);

/** What is known of the files of a corpus folder. */
export const manifest = (folder: string): TableRow[] => table(corpusPath(folder, 'MANIFEST.tsv'));

/** The pairs of logs before and after upstream's own packing. */
export const pairs = (): TableRow[] => table(corpusPath('pairs', 'PAIRS.tsv'));

/** The logs in a corpus folder, by name. */
export const corpusFiles = (folder: string): string[] =>
  readdirSync(corpusPath(folder)).filter((name) => /\.jsonl(\.zstd)?$/.test(name));

/** The raw logs of a folder that are sound in every respect: header, envelopes, dense seqs. */
export const soundRawLogs = (folder: string): string[] =>
  manifest(folder)
    .filter(({ strict_valid, file }) => strict_valid === 'yes' && file?.endsWith('.jsonl'))
    .map(({ file }) => file as string);

/** A folder of hard inputs, with the answers that `expected.json` gives for its files. */
export interface HardCase {
  readonly name: string;
  readonly folder: string;
  readonly files: Readonly<Record<string, unknown>>;
}

/** All hard inputs. */
export const cases = (): HardCase[] =>
  readdirSync(join(home, 'cases'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const folder = join(home, 'cases', name);
      const { files } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
      return { name, folder, files };
    });

/** The lines of a raw log after its header. */
export function recordLines(path: string): string[] {
  const [, ...lines] = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '');
}

/**
 * Tests that read the corpus. Where it is absent they are skipped, and say so; under
 * `HISTPACK_REQUIRE_CORPUS=1` that is a failure.
 */
export function describeCorpus(name: string, tests: () => void): void {
  if (existsSync(corpusPath()) && existsSync(join(home, 'cases'))) {
    describe(name, tests);
    return;
  }
  describe(name, () => {
    const absent = `no corpus at ${home}: set HISTPACK_CORPUS to the folder of corpus/ and cases/`;
    if (process.env.HISTPACK_REQUIRE_CORPUS !== '1') it.skip(absent, () => {});
    else {
      it('finds the corpus', () => {
        throw new Error(absent);
      });
    }
  });
}
