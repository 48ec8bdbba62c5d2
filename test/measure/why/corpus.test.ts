import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WHOLE_LOG } from '../../../src/codec/page.ts';
import { HistpackError } from '../../../src/errors.ts';
import { type Log, openLog } from '../../../src/log/log.ts';
import { openFile } from '../../../src/log/source.ts';
import { survey } from '../../../src/log/survey.ts';
import { FORMS } from '../../../src/measure/forms.ts';
import { measureLog } from '../../../src/measure/measure.ts';
import { explainPage } from '../../../src/measure/why/explain.ts';
import { corpusFiles, corpusPath, describeCorpus, manifest } from '../../support/corpus.ts';
import { FAST, FORM_WRITERS, sum } from './support.ts';

const TIMEOUT_MS = 300_000;

/** Explains one log, in full where it is sound, else its valid prefix; gives whether it has any. */
async function expectExact(path: string): Promise<boolean> {
  const source = await openFile(path);
  try {
    const log = await openLog(source);
    await compare(log);
    return true;
  } catch (error) {
    if (error instanceof HistpackError) return false; // no log of ours
    throw error;
  } finally {
    await source.close();
  }
}

async function compare(log: Log): Promise<void> {
  const { name } = log.source;
  const { weights } = await measureLog(log, {
    ...{ selection: WHOLE_LOG, forms: FORMS, projection: 'literal' },
    ...{ compression: FAST, salvage: true },
  });
  const why = await explainPage(log, await survey(log, WHOLE_LOG, { salvage: true }), {
    ...{ representations: FORM_WRITERS, weights, compression: FAST, leaveOut: 0 },
  });
  for (const form of FORMS) {
    const { jsonBytes = 0, records = 0 } = weights[form] ?? {};
    const { families = [], parts = [], turns = [], steps = [], tools = [] } = why.forms[form] ?? {};
    const sums = [families, parts, turns, steps, tools].map(sum);
    expect([name, form, ...sums]).toEqual([name, form, ...sums.map(() => jsonBytes)]);
    const counted = tools.reduce((total, line) => total + line.records, 0);
    expect([name, form, counted]).toEqual([name, form, records]);
  }
}

describeCorpus('--why sums exactly to the JSON bytes of every corpus file', () => {
  const folders = readdirSync(corpusPath(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'pairs')
    .map(({ name }) => name);

  it.each([...folders, 'pairs/before-packing', 'pairs/after-packing'])(
    'in %s',
    { timeout: TIMEOUT_MS },
    async (folder) => {
      const files = corpusFiles(folder);
      expect(files.length).toBeGreaterThan(0);
      const explained: string[] = [];
      for (const file of files) {
        if (await expectExact(corpusPath(folder, file))) explained.push(file);
      }
      expect(explained).toEqual(expect.arrayContaining(soundLogs(folder)));
    },
  );
});

/** Those that must not be passed over, by what the corpus says of them. */
function soundLogs(folder: string): string[] {
  if (folder === 'lookalikes') return [];
  if (folder.startsWith('pairs/')) return corpusFiles(folder).filter(isVersioned(folder));
  return manifest(folder)
    .filter(({ strict_valid, reasons }) => {
      const isOnlyOlder = reasons === 'header: delegationDepth missing/invalid';
      return strict_valid === 'yes' || isOnlyOlder;
    })
    .map(({ file }) => file as string);
}

/** Some of the pairs have headers without a version, which every reader refuses. */
const isVersioned =
  (folder: string) =>
  (file: string): boolean =>
    /^\{"type":"session","version":0,/.test(readFileSync(corpusPath(folder, file), 'utf8'));
