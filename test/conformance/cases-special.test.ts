import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Warning } from '../../src/errors.ts';
import { run } from '../support/context.ts';
import { cases, describeCorpus } from '../support/corpus.ts';

/** Facts of single cases that have no common shape. */

const FAST = ['--brotli-quality', '1', '--gzip-level', '1'];

const caseFolder = (number: string) => {
  const found = cases().find(({ name }) => name.startsWith(`${number}-`));
  if (found === undefined) throw new Error(`no case ${number}`);
  return found;
};

const expectedOf = (number: string, file: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs from case to case
  caseFolder(number).files[file] as any;

const pathOf = (number: string, file: string): string => join(caseFolder(number).folder, file);

const page = async (file: string, ...flags: string[]) =>
  JSON.parse((await run(['page', '--format', 'json', ...flags, file])).stdout);

const warningsOf = async (file: string): Promise<Warning[]> =>
  JSON.parse((await run(['verify', '--json', file])).stdout).verifications[0].warnings;

describeCorpus('single hard cases', () => {
  it('07: tells the second branch', async () => {
    const { stdout } = await run(['page', '--json', pathOf('07', 'session.jsonl')]);
    expect(JSON.parse(stdout).error.hint).toBe(expectedOf('07', 'session.jsonl').error.hint);
    expect(JSON.parse(stdout).error.message).toContain('duplicate');
  });

  it('11: sees through a content size whose field is biased', async () => {
    const file = 'c-content-size-256.jsonl.zstd';
    expect((await page(pathOf('11', file), '--as', 'raw')).records).toHaveLength(1);
  });

  it('11: places the skippable frame', async () => {
    const file = 'a-skippable.jsonl.zstd';
    const found = (await warningsOf(pathOf('11', file))).find(
      ({ code }) => code === 'W_SKIPPABLE_FRAME',
    );
    expect(found?.detail).toMatchObject(expectedOf('11', file).skippableFrames[0]);
  });

  it('14: reads the bomb when the limit is raised', async () => {
    const file = 'a-bomb-300MiB.jsonl.zstd';
    const { withLimitRaised } = expectedOf('14', file);
    const { exitCode, stdout } = await run([
      'inspect',
      '--json',
      '--max-line',
      '400MiB',
      pathOf('14', file),
    ]);
    expect(exitCode).toBe(withLimitRaised.exit);
    expect(JSON.parse(stdout).inspections[0].events).toBe(withLimitRaised.events);
  });

  it('14: stops at --max-decoded', async () => {
    const file = pathOf('14', 'b-3MiB-record.jsonl.zstd');
    const { exitCode, stdout } = await run(['page', '--json', '--max-decoded', '1MiB', file]);
    expect([exitCode, JSON.parse(stdout).error.code]).toEqual([4, 'E_LIMIT']);
  });

  it('15: packs halves of a surrogate pair apart and keeps stored escapes in raw pages', async () => {
    const file = pathOf('15', 'a-lone-surrogates.jsonl');
    const { packedRecord } = expectedOf('15', 'a-lone-surrogates.jsonl');
    const packed = (await run(['page', '--format', 'json', file])).stdout;
    expect(packed).toContain(`{"chunks":${packedRecord}}`);
    const raw = (await run(['page', '--format', 'json', '--as', 'raw', file])).stdout;
    expect(raw).toContain('\\uD83D');
    expect(raw).toContain('\\/');
  });

  it('18: repacks whatever the layout was', async () => {
    const file = pathOf('18', 'session.jsonl');
    const expected = expectedOf('18', 'session.jsonl');
    const { records } = await page(file);
    const rows = records.filter((record: object) => 'chunks' in record);
    expect(records).toHaveLength(expected.repackedRecords);
    expect(rows).toHaveLength(expected.repackedRows);
    expect(rows[0].chunks.data.texts).toHaveLength(expected.repackedRowMembers);
  });

  describe.each(['session.jsonl', 'session.jsonl.zstd'])('19: %s', (file) => {
    it.each([
      ['from5', ['--from', '5']],
      ['from9', ['--from', '9']],
      ['to4', ['--to', '5']],
    ] as const)('%s', async (key, flags) => {
      const expected = expectedOf('19', file)[key];
      const raw = await page(pathOf('19', file), '--as', 'raw', ...flags);
      const events = raw.records.map(({ event }: { event: { seq: number } }) => event);
      expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(expected.rawSeqs);
      if ('firstText' in expected) expect(events[0].data.chunk.text).toBe(expected.firstText);
      if ('firstTime' in expected) expect(events[0].time).toBe(expected.firstTime);
      const { records } = await page(pathOf('19', file), ...flags);
      if ('packedRecords' in expected) expect(records).toHaveLength(expected.packedRecords);
      const row = records.find((record: object) => 'chunks' in record)?.chunks;
      if (!('packedRow' in expected)) return;
      expect({ seq0: row.seq0, members: row.data.texts.length }).toEqual(expected.packedRow);
    });
  });

  it('20: compares presence and value of a name', async () => {
    const expected = expectedOf('20', 'session.jsonl');
    const { records } = await page(pathOf('20', 'session.jsonl'));
    expect(records).toHaveLength(expected.repackedRecords);
    expect(records.filter((record: object) => 'chunks' in record)).toHaveLength(
      expected.repackedRows,
    );
  });

  it.each(['a-required.jsonl', 'b-ignorable.jsonl'])(
    '23: notes unknown types in %s',
    async (file) => {
      const warnings = await warningsOf(pathOf('23', file));
      for (const type of Object.keys(expectedOf('23', file).unknownTypes)) {
        expect(warnings.map(({ message }) => message).join('\n')).toContain(type);
      }
    },
  );

  it('25: takes the highest generation and names the others', async () => {
    const expected = expectedOf('25', 'sessions/');
    const { stdout } = await run(['measure', '--json', ...FAST, pathOf('25', 'sessions')]);
    const [{ file, events, warnings }] = JSON.parse(stdout).measurements;
    expect(file.endsWith(expected.picked)).toBe(true);
    expect(events).toBe(expected.events);
    const details = Object.assign({}, ...warnings.map(({ detail }: Warning) => detail));
    expect(details.ignoredOlder).toEqual(expected.ignoredOlder);
    expect([...details.ignoredNonCanonical].sort()).toEqual(
      [...expected.ignoredNonCanonical].sort(),
    );
  });

  it('27: starts the page at the group of a message with 130,000 sources', async () => {
    const file = pathOf('27', 'session.jsonl.zstd');
    const { fromSeq, toSeq } = await page(file, '--tail', '--max-messages', '1');
    expect(fromSeq).toBeLessThanOrEqual(1);
    expect(toSeq).toBe(expectedOf('27', 'session.jsonl.zstd').events);
  });

  it('29: the projection drops chunks of the completed step only', async () => {
    const file = pathOf('29', 'session.jsonl');
    const expected = expectedOf('29', 'session.jsonl');
    const raw = (await page(file, '--as', 'raw')).records;
    const projected = (await page(file, '--as', 'projection')).records;
    expect(raw.length - projected.length).toBe(expected.chunkEventsInCompletedSteps);
    const kept = projected.filter(
      ({ event }: { event: { type: string } }) => event.type === 'assistant/chunk',
    );
    expect(kept).toHaveLength(expected.chunkEventsInOpenStep);
  });
});
