import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ErrorCode, Warning } from '../../src/errors.ts';
import { run } from '../support/context.ts';
import { cases, describeCorpus } from '../support/corpus.ts';

/** Our code for each kind of fault that the cases name. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  'seq-gap': 'E_SEQ',
  'bad-row': 'E_ROW',
  'bad-header': 'E_HEADER',
  'no-header': 'E_HEADER',
  'unsupported-version': 'E_VERSION',
  'version-mismatch': 'E_GENERATION',
  'foreign-format': 'E_FOREIGN',
  'no-envelope': 'E_ENVELOPE',
  'second-header': 'E_SECOND_HEADER',
  'frame-checksum': 'E_CHECKSUM',
  'invalid-utf8': 'E_UTF8',
  bom: 'E_BOM',
  limit: 'E_LIMIT',
};

const WARNING_CODES: Readonly<Record<string, Warning['code']>> = {
  'header-frame': 'W_HEADER_FRAME',
  'bad-header': 'W_HEADER',
};

/** Faults that lie in a frame: their byte offset is in the file, not in the decoded text. */
const FRAME_FAULTS = new Set(['frame-checksum', 'limit']);

/** What expected.json holds for a file; every field is checked where it stands. */
interface Expected {
  readonly outcome: 'ok' | 'corrupt';
  readonly exit: number;
  readonly verifyExit?: number;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly warning?: string | Readonly<Record<string, unknown>>;
  readonly torn?: Readonly<Record<string, number>>;
  readonly [fact: string]: unknown;
}

/** Compressing the largest case at quality 11 would only cost time. */
const FAST = ['--brotli-quality', '1', '--gzip-level', '1'];

const json = async (command: string, file: string, ...flags: string[]) => {
  const { exitCode, stdout } = await run([command, '--json', ...flags, file]);
  return { exitCode, document: JSON.parse(stdout) };
};

const verified = async (file: string, ...flags: string[]) => {
  const { exitCode, document } = await json('verify', file, ...flags);
  return { exitCode, verification: document.verifications[0] };
};

const allCases = (): [string, string, Expected][] =>
  cases().flatMap(({ name, folder, files }) =>
    Object.entries(files).map(([file, expected]): [string, string, Expected] => [
      `${name}/${file}`,
      join(folder, file),
      expected as Expected,
    ]),
  );

/** The cases of which a fact is told, by its key in expected.json. */
const casesWith = (fact: string) => allCases().filter(([, , expected]) => fact in expected);

describeCorpus('hard cases', () => {
  it('finds them', () => expect(allCases().length).toBeGreaterThan(50));

  it.each(allCases())('%s: exit status of the reading commands', async (_, file, expected) => {
    for (const [command, ...flags] of [['measure', ...FAST], ['page'], ['inspect']]) {
      const { exitCode, stdout } = await run([command as string, '--json', ...flags, file]);
      expect([command, exitCode]).toEqual([command, expected.exit]);
      expect(() => JSON.parse(stdout)).not.toThrow();
    }
  });

  it.each(allCases())('%s: exit status of verify', async (_, file, expected) => {
    const { exitCode, verification } = await verified(file);
    expect(exitCode).toBe(expected.verifyExit ?? expected.exit);
    expect(verification.readable.verdict).toBe(expected.outcome === 'ok');
  });

  it.each(casesWith('events'))('%s: events and interval', async (_, file, expected) => {
    const { document } = await json('inspect', file);
    const [inspection] = document.inspections;
    expect(inspection.events).toBe(expected.events);
    for (const seq of ['firstSeq', 'lastSeq']) {
      if (seq in expected) expect(inspection[seq]).toBe(expected[seq]);
    }
    const { stored, embedded, inherited, header, frames, steps, turns } = inspection;
    if ('storageRecords' in expected) expect(stored.records).toBe(expected.storageRecords);
    if ('packedRows' in expected) expect(stored.rows).toBe(expected.packedRows);
    if ('chunkEvents' in expected) {
      expect(stored.packedDeltas + stored.looseDeltas).toBe(expected.chunkEvents);
    }
    if ('frames' in expected) expect(frames).toBe(expected.frames);
    if ('version' in expected) expect(header.version).toBe(expected.version);
    if ('embeddedStreams' in expected) expect(embedded.streams).toBe(expected.embeddedStreams);
    if ('embeddedRows' in expected) expect(embedded.rows).toBe(expected.embeddedRows);
    if ('embeddedMembers' in expected) expect(embedded.members).toBe(expected.embeddedMembers);
    if ('inheritedEvents' in expected) expect(inherited.events).toBe(expected.inheritedEvents);
    if ('ownEvents' in expected) expect(inherited.ownEvents).toBe(expected.ownEvents);
    for (const field of ['parentSession', 'origin', 'delegationDepth']) {
      if (field in expected) expect(header[field]).toBe(expected[field]);
    }
    if ('completedSteps' in expected) expect(steps.completed).toBe(expected.completedSteps);
    if ('openTurn' in expected) expect(turns.running).toBe(1);
    if ('openStep' in expected) {
      const open = inspection.cadence.filter(({ state }: { state: string }) => state === 'running');
      expect(open.map((each: { turn: number; step: number }) => [each.turn, each.step])).toEqual([
        expected.openStep,
      ]);
    }
  });

  it.each(casesWith('error'))('%s: the fault and its place', async (_, file, expected) => {
    const { error = {} } = expected;
    const kind = String(error.kind);
    const [fault] = (await verified(file)).verification.faults;
    expect(fault.code).toBe(CODES[kind]);
    expect(fault.hint).not.toBe('');
    const byteOffset = FRAME_FAULTS.has(kind) ? fault.frameOffset : fault.byteOffset;
    const detail = fault.detail ?? {};
    const found: Record<string, unknown> = {
      line: fault.line,
      eventLine: fault.line - 1,
      frame: fault.frame,
      byteOffset,
      plainOffset: fault.byteOffset,
      ...detail,
    };
    const told = ['line', 'eventLine', 'frame', 'byteOffset', 'plainOffset', 'expected', 'got'];
    const details = ['direction', 'badByteOffset', 'frameBytes', 'field', 'version'];
    const names = ['nameVersion', 'headerVersion'];
    for (const key of [...told, ...details, ...names]) {
      if (key in error) expect([key, found[key]]).toEqual([key, error[key]]);
    }
    const { stdout } = await run(['page', '--json', file]);
    const refused = JSON.parse(stdout).error;
    expect([refused.code, refused.line, refused.byteOffset]).toEqual([
      fault.code,
      fault.line,
      fault.byteOffset,
    ]);
  });

  it.each(
    allCases().filter(([, , { error }]) => error !== undefined && 'validPrefixEvents' in error),
  )('%s: --salvage uses the valid prefix', async (_, file, { error = {} }) => {
    const { exitCode, document } = await json('measure', file, '--salvage', ...FAST);
    expect(exitCode).toBe(0);
    const [measurement] = document.measurements;
    expect(measurement.events).toBe(error.validPrefixEvents);
    expect(measurement.warnings.map(({ code }: Warning) => code)).toContain('W_SALVAGED');
  });

  it.each(casesWith('torn'))('%s: a torn tail, refused by --strict', async (_, file, expected) => {
    const { torn = {} } = expected;
    const { verification } = await verified(file);
    const warning = verification.warnings.find(({ code }: Warning) => code.startsWith('W_TORN'));
    const isFrame = 'frame' in torn;
    expect(isFrame ? warning.frameOffset : warning.byteOffset).toBe(torn.byteOffset);
    if (isFrame) expect(warning.frame).toBe(torn.frame);
    else expect(warning.line).toBe(torn.line);
    for (const key of ['bytes', 'expected', 'got', 'recoveredRecords']) {
      if (key in torn) expect([key, warning.detail[key]]).toEqual([key, torn[key]]);
    }
    expect((await verified(file, '--strict')).exitCode).toBe(4);
    expect((await run(['measure', ...FAST, '--strict', file])).exitCode).toBe(4);
    expect((await run(['page', '--strict', file])).exitCode).toBe(4);
  });

  it.each(casesWith('warning'))('%s: the warning', async (_, file, { warning }) => {
    const { warnings } = (await verified(file)).verification;
    if (typeof warning === 'string') {
      const words = warnings.map(({ message }: Warning) => message).join('\n');
      // The wording is ours, the facts are theirs: every number and quoted word must be there.
      for (const fact of warning.match(/\d+|ignorable|CRLF|skippable|checksum|empty id/g) ?? []) {
        expect(words).toContain(fact);
      }
      return;
    }
    const { kind, ...facts } = warning ?? {};
    const code = WARNING_CODES[String(kind)];
    const found = warnings.find((each: Warning) => each.code === code);
    expect(found).toBeDefined();
    const { byteOffset, ...others } = facts;
    if ('frame' in facts) expect(found.frameOffset).toBe(byteOffset);
    expect({ ...found, ...found.detail }).toMatchObject(others);
  });
});
