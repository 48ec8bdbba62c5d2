import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ErrorCode, Fault, Warning } from '../../src/errors.ts';
import { run } from '../support/context.ts';
import { corpusFiles, corpusPath, describeCorpus, manifest } from '../support/corpus.ts';
import { officialDecode } from '../support/official.ts';

/** What a reason of a MANIFEST looks like here: a fault, or a warning about what only dsh refuses. */
const REASONS: readonly {
  readonly reason: RegExp;
  readonly codes: readonly (ErrorCode | Warning['code'])[];
}[] = [
  { reason: /^header: delegationDepth missing/, codes: ['W_HEADER'] },
  { reason: /^header: (version|id|createdAt) missing/, codes: ['E_HEADER'] },
  { reason: /^line \d+: bad JSON$/, codes: ['E_JSON'] },
  { reason: /^line \d+: dt length mismatch$/, codes: ['E_ROW'] },
  { reason: /seq breaks/, codes: ['E_SEQ'] },
  // A row without its seq0 is malformed.
  { reason: /events without seq/, codes: ['E_ENVELOPE', 'E_ROW'] },
  { reason: /^no final newline$/, codes: ['W_TORN_TAIL'] },
  { reason: /first frame is not exactly one header line/, codes: ['W_HEADER_FRAME'] },
  { reason: /no-checksum/, codes: ['W_NO_CHECKSUM'] },
];

/** Folders with a manifest; of the pairs only the packing is told. */
const FOLDERS = ['official', 'history', 'later', 'community'];
const PAIRS = ['pairs/before-packing', 'pairs/after-packing'];

const FAST = ['--brotli-quality', '0', '--gzip-level', '0'];

async function verify(path: string) {
  const { exitCode, stdout } = await run(['verify', '--json', path]);
  const [verification] = JSON.parse(stdout).verifications;
  const { faults, warnings }: { faults: Fault[]; warnings: Warning[] } = verification;
  return { exitCode, verification, faults, warnings };
}

const reasonsOf = (folder: string, name: string): string[] => {
  const row = manifest(folder).find(({ file }) => file === name);
  if (row === undefined) throw new Error(`${name} is not in the manifest of ${folder}`);
  return row.strict_valid === 'yes' ? [] : (row.reasons ?? '').split('; ');
};

/** The same for a log without a manifest: from its header and its seqs, by the official decoder. */
function reasonsIn(path: string): string[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const { version, delegationDepth } = JSON.parse(header);
  const seqs = lines.flatMap((line) => officialDecode(JSON.parse(line)).map(({ seq }) => seq));
  return [
    ...(version === undefined ? ['header: version missing'] : []),
    ...(delegationDepth === undefined ? ['header: delegationDepth missing'] : []),
    ...(seqs.some((seq, at) => seq !== at) ? ['seq breaks'] : []),
  ];
}

const codesFor = (reason: string) =>
  REASONS.filter((each) => each.reason.test(reason)).flatMap(({ codes }) => codes);

/** A break of seqs behind a line that cannot be read is no fault of its own. */
const followsBadLine = (reason: string, faults: readonly Fault[]): boolean => {
  const line = Number(/seq breaks .*at line (\d+)/.exec(reason)?.[1]);
  return faults.some((fault) => fault.line === line - 1);
};

describeCorpus('a sweep over the corpus', () => {
  describe.each([...FOLDERS, ...PAIRS])('%s', (folder) => {
    it.each(corpusFiles(folder))('%s ends well or as is explained', async (name) => {
      const path = corpusPath(folder, name);
      const { exitCode, verification, faults, warnings } = await verify(path);
      const reasons = PAIRS.includes(folder) ? reasonsIn(path) : reasonsOf(folder, name);
      if (reasons.length === 0) {
        expect([exitCode, faults]).toEqual([0, []]);
        expect(verification.lossless.isLossless).toBe(true);
        return;
      }
      expect(exitCode).toBe(4);
      const explained = reasons.flatMap(codesFor);
      for (const fault of faults) {
        expect(explained).toContain(fault.code);
        expect(fault.line ?? fault.frame).toBeDefined();
      }
      if (faults[0]?.code === 'E_HEADER') return; // nothing behind it is looked at
      const found = [...faults, ...warnings].map(({ code }) => code);
      for (const reason of reasons) {
        const isFound =
          codesFor(reason).some((code) => found.includes(code)) || followsBadLine(reason, faults);
        expect([reason, isFound]).toEqual([reason, true]);
      }
      expect(verification.readable.verdict).toBe(faults.length === 0);
    });
  });

  it('places the first break of seqs where the manifest does', async () => {
    const breaks = ['official', 'history', 'community'].flatMap((folder) =>
      manifest(folder).flatMap(({ file = '', reasons = '' }) => {
        const match = /first at line (\d+) expected (\d+) got (\d+)/.exec(reasons);
        return match === null
          ? []
          : [{ path: corpusPath(folder, file), place: match.slice(1).map(Number) }];
      }),
    );
    let compared = 0;
    for (const { path, place } of breaks) {
      const [first] = (await verify(path)).faults;
      if (first?.code !== 'E_SEQ') continue; // something else is wrong before it
      const { expected, got } = first.detail ?? {};
      expect([first.line, expected, got]).toEqual(place);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(2);
  });

  it.each(corpusFiles('lookalikes'))('%s is refused by name', async (name) => {
    const { exitCode, faults, verification } = await verify(corpusPath('lookalikes', name));
    expect(exitCode).toBe(4);
    expect(faults).toMatchObject([{ code: 'E_FOREIGN', line: 1 }]);
    expect(faults[0]?.message).toMatch(/pi\/OpenClaw/);
    expect(JSON.stringify(verification)).not.toMatch(/corrupt/i);
  });
});

describeCorpus('the reading commands on every file of the corpus', () => {
  const folders = [...FOLDERS, ...PAIRS, 'lookalikes'];

  it.each(folders)(
    '%s: end with 0 or 4, never in a crash',
    { timeout: 120_000 },
    async (folder) => {
      for (const name of corpusFiles(folder)) {
        const path = corpusPath(folder, name);
        const { exitCode: verified } = await run(['verify', path]);
        for (const argv of [
          ['measure', '--json', ...FAST, path],
          ['page', '--json', '--tail', path],
          ['page', '--format', 'pretty', path],
          ['inspect', '--json', path],
          ['inspect', path],
          ['inspect', '--salvage', path],
        ]) {
          const { exitCode, stdout, stderr } = await run(argv);
          expect([...argv, exitCode === 0 || exitCode === 4]).toEqual([...argv, true]);
          if (argv.includes('--json')) expect(() => JSON.parse(stdout)).not.toThrow();
          // What `verify` finds sound can be read.
          if (verified === 0) expect([...argv, exitCode, stderr]).toEqual([...argv, 0, stderr]);
        }
      }
    },
  );
});
