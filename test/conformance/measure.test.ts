import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { WHOLE_LOG } from '../../src/codec/page.ts';
import { HistpackError } from '../../src/errors.ts';
import { openLog } from '../../src/log/log.ts';
import { openFile } from '../../src/log/source.ts';
import { DEFAULT_COMPRESSION } from '../../src/measure/compressors.ts';
import { byForm, NOTE_FORMS } from '../../src/measure/forms.ts';
import { type Measurement, measureLog } from '../../src/measure/measure.ts';
import { corpusPath, describeCorpus, manifest } from '../support/corpus.ts';
import { expectedNumbers, type Numbers, readEvents, responseOf } from './measure-expected.ts';

/** The folders of the corpus that hold raw logs. */
const FOLDERS = [
  ...['official', 'pairs/before-packing', 'pairs/after-packing', 'history'],
  ...['community', 'later', 'lookalikes'],
];

const TIMEOUT_MS = 300_000;
const FILES_AT_ONCE = 4;

const rawLogs = (folder: string): string[] =>
  readdirSync(corpusPath(folder)).filter((name) => name.endsWith('.jsonl'));

/** The raw logs that can be read without guessing, by what the corpus itself says of them. */
function readableLogs(folder: string): string[] {
  if (!existsSync(corpusPath(folder, 'MANIFEST.tsv'))) return []; // logs of other agents
  return manifest(folder)
    .filter(({ file, strict_valid, reasons }) => {
      const isOnlyOlder = reasons === 'header: delegationDepth missing/invalid';
      return file?.endsWith('.jsonl') && (strict_valid === 'yes' || isOnlyOlder);
    })
    .map(({ file }) => file as string);
}

/** The measurement of a whole log, or what it was refused with. */
async function measured(path: string): Promise<Measurement | HistpackError> {
  const source = await openFile(path);
  try {
    const options = { selection: WHOLE_LOG, forms: NOTE_FORMS, projection: 'literal' } as const;
    const log = await openLog(source);
    return await measureLog(log, { ...options, compression: DEFAULT_COMPRESSION });
  } catch (error) {
    if (error instanceof HistpackError) return error;
    throw error;
  } finally {
    await source.close();
  }
}

const numbersOf = ({ weights }: Measurement) =>
  Object.fromEntries(
    byForm(weights).map(([form, { rows: _, ...numbers }]): [string, Numbers] => [form, numbers]),
  );

/** Compares one log; gives whether it is readable. */
async function compare(folder: string, name: string): Promise<boolean> {
  const path = corpusPath(folder, name);
  const shown = readEvents(readFileSync(path, 'utf8'));
  const ours = await measured(path);
  if (shown === undefined) {
    // Not sound: refused, or read up to where it is torn, and that is said.
    if (ours instanceof HistpackError) expect([name, ours.exitCode]).toEqual([name, 4]);
    else expect([name, ...ours.warnings.map(({ code }) => code)]).toContain('W_TORN_TAIL');
    return false;
  }
  if (ours instanceof HistpackError) throw new Error(name, { cause: ours });
  expect([name, numbersOf(ours)]).toEqual([name, await expectedNumbers(shown)]);
  expect([name, ours.events]).toEqual([name, shown.length]);
  return true;
}

describeCorpus('what measure counts of every raw log is what the official codec gives', () => {
  it.each(FOLDERS)('in %s', { timeout: TIMEOUT_MS }, async (folder) => {
    const waiting = rawLogs(folder);
    expect(waiting.length).toBeGreaterThan(0);
    const readable: string[] = [];
    const work = async (): Promise<void> => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        if (await compare(folder, name)) readable.push(name);
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
    expect(readable.sort()).toEqual(readableLogs(folder).sort());
  });

  it('and what the sync calls give, which the comparison runs on other threads', async () => {
    const path = corpusPath('pairs/before-packing', rawLogs('pairs/before-packing')[0] ?? '');
    const shown = readEvents(readFileSync(path, 'utf8')) ?? [];
    const numbers = await expectedNumbers(shown);
    for (const form of NOTE_FORMS) {
      const { json } = responseOf(form, shown);
      expect(numbers[form]).toMatchObject({
        gzipBytes: gzipSync(json).length,
        brotliBytes: brotliCompressSync(json).length,
      });
    }
  });
});
