import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/codec/json.ts';
import type { JsonValue } from '../../../src/codec/types.ts';
import { Redactor } from '../../../src/export/redact/redactor.ts';
import { isEventType, KEPT_KEYS, KEPT_WORDS } from '../../../src/export/redact/vocabulary.ts';
import { verifyLog } from '../../../src/log/check/verify.ts';
import { openLog } from '../../../src/log/log.ts';
import { memorySource } from '../../../src/log/source.ts';
import { survey } from '../../../src/log/survey.ts';
import { DEFAULT_COMPRESSION } from '../../../src/measure/compressors.ts';
import { byForm, NOTE_FORMS } from '../../../src/measure/forms.ts';
import { inspectLog } from '../../../src/measure/inspect/inspect.ts';
import { measureLog } from '../../../src/measure/measure.ts';
import { storedLog } from '../../support/arbitraries.ts';
import { corpusFiles, corpusPath, describeCorpus, LOG_FOLDERS } from '../../support/corpus.ts';
import { exportBytes, linesOf, rawOrNothing } from '../../support/exporting.ts';
import { itHoldsAsync } from '../../support/fuzz.ts';
import { layout } from '../../support/layouts.ts';
import { fileText, headerLine } from '../../support/logs.ts';
import { respelling } from '../../support/spellings.ts';

const SEED = 'for tests';
const redacted = (log: Uint8Array, representation: 'raw' | 'packed' = 'raw') =>
  exportBytes(log, { representation, redactor: new Redactor(SEED) });

const open = (log: Uint8Array) => openLog(memorySource(log));

/** All that must be the same of a log and of what redaction makes of it. */
async function factsOf(log: Uint8Array) {
  const measured = await measureLog(await open(log), {
    selection: { kind: 'interval' },
    forms: NOTE_FORMS,
    projection: 'keep-first-token',
    compression: { ...DEFAULT_COMPRESSION, gzipLevel: 1, brotliQuality: 0 },
    oneShot: true,
  });
  const weights = byForm(measured.weights).map(([form, { records, rows, jsonBytes }]) => [
    form,
    records,
    rows,
    jsonBytes,
  ]);
  const fold = await exportBytes(log, { representation: 'fold', format: 'ndjson' });
  const pages: unknown[] = [];
  for (const maxMessages of [1, 2, 5]) {
    pages.push((await survey(await open(log), { kind: 'backward', maxMessages })).interval);
  }
  const { header: _, warnings: __, ...inspection } = await inspectLog(await open(log));
  const names = (type: string) =>
    type.split(' ').every((each) => isEventType(each) || KEPT_WORDS.get('type')?.has(each))
      ? type
      : '…';
  const families = inspection.families.map((family) => ({ ...family, type: names(family.type) }));
  const { readable, loadsInDsh, lossless } = await verifyLog(memorySource(log));
  return {
    interval: measured.interval,
    weights,
    foldSizes: linesOf(fold).map((line) => Buffer.byteLength(line)),
    pages,
    inspection: {
      ...inspection,
      fileBytes: 0,
      families: families.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    },
    verdicts: [readable.verdict, loadsInDsh.verdict, lossless?.isLossless],
  };
}

/** Runs of four letters or digits or more in the strings of a JSON text that are not on the allow list. */
function contentOf(line: string, found: Set<string>): void {
  const visit = (value: JsonValue, key: string, depth: number): void => {
    if (typeof value === 'string') {
      const isKept =
        KEPT_WORDS.get(key)?.has(value) || (key === 'type' && depth === 1 && isEventType(value));
      if (!isKept) addRuns(value, found);
    } else if (Array.isArray(value)) for (const each of value) visit(each, key, depth);
    else if (isObject(value)) {
      for (const [name, each] of Object.entries(value)) {
        if (!KEPT_KEYS.has(name)) addRuns(name, found);
        visit(each, name, depth + 1);
      }
    }
  };
  visit(JSON.parse(line), '', 0);
}

const addRuns = (text: string, found: Set<string>): void => {
  for (const [run] of text.matchAll(/[\p{L}\p{N}]{4,}/gu)) found.add(run);
};

/** A word that no pseudonym and no filler is made of. */
const secret = fc.string({
  unit: fc.constantFrom(...'qrstuvw', ...'QRSTUVW', ...'6789'),
  minLength: 4,
  maxLength: 9,
});

/** JSON in which secrets are everywhere, spelled in many ways. */
const planted = (word: string): string => {
  const escaped = [...word]
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  return (
    `"${word}":"${word}","${escaped}":"x${escaped}","deep":[{"${word}":[["${word} \\ud83d\\ude00${word}\\uD83D"]]}],` +
    `"text":"\\n${word}\\"${word}","name":"${word}","callId":"${word}","kind":"${word}","type":"${word}","é${word}":1`
  );
};

/** Plants a secret into a line: in its data, and in what stands in strings there. */
const plantIn = (line: string, word: string): string =>
  line.startsWith('{"type":"assistant/chunk"') || /-chunks"/.test(line)
    ? line.replace(/"(text|argumentsDelta|id|name)":"/g, (key) => `${key}${word}`)
    : line.replace(/\}$/, `,"extra":{${planted(word)}}}`);

describe('redaction of random logs', () => {
  const stored = layout(storedLog).map(({ stored }) =>
    stored.map((record) => JSON.stringify(record)),
  );

  itHoldsAsync(
    'lets no planted secret through, in any format',
    fc.asyncProperty(stored, secret, async (lines, word) => {
      const header = headerLine({
        id: `s-${word}`,
        cwd: `/home/${word}`,
        [word]: word,
        parentSession: word,
      });
      const log = Buffer.from(fileText([header, ...lines.map((line) => plantIn(line, word))]));
      for (const options of [
        { format: 'log', representation: 'raw' },
        { format: 'log', representation: 'packed' },
        { format: 'json', representation: 'projection' },
        { format: 'ndjson', representation: 'fold' },
        { format: 'csv', representation: 'raw' },
      ] as const) {
        const text = (
          await exportBytes(log, { ...options, redactor: new Redactor(SEED) })
        ).toString();
        // Numbers stay, so a secret of digits may stand in one.
        const strings = text.match(/"(?:[^"\\]|\\.)*"/g)?.join(' ') ?? '';
        const decoded = strings.replace(/\\u([0-9a-f]{4})/gi, (_, hex) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
        for (let at = 0; at + 4 <= word.length; at++) {
          if (options.format !== 'csv') expect(decoded).not.toContain(word.slice(at, at + 4));
        }
        if (/[a-z]/i.test(word)) expect(text).not.toContain(word);
      }
    }),
    60,
  );

  itHoldsAsync(
    'keeps sizes, pages, families, cadence and verdicts',
    fc.asyncProperty(
      stored,
      fc.array(respelling, { minLength: 1, maxLength: 4 }),
      async (lines, spell) => {
        const spelled = lines.map((line, at) => (spell[at % spell.length] ?? String)(line));
        const log = Buffer.from(
          fileText([headerLine({ cwd: '/home/somebody', odd: 'é😀' }), ...spelled]),
        );
        expect(await factsOf(await redacted(log))).toEqual(
          await factsOf(await exportBytes(log, { representation: 'raw' })),
        );
      },
    ),
    60,
  );

  itHoldsAsync(
    'packs what it redacted, and redacts what it packed, to the same bytes',
    fc.asyncProperty(stored, async (lines) => {
      const log = Buffer.from(fileText([headerLine(), ...lines]));
      expect((await exportBytes(await redacted(log))).equals(await redacted(log, 'packed'))).toBe(
        true,
      );
    }),
    60,
  );
});

describe('a redactor', () => {
  it('keeps big integers, duplicate keys and white space, and the same pseudonym for the same id', () => {
    const redactor = new Redactor(SEED);
    const text =
      '{"type":"tool/call", "seq":1,"data":{"id":"call-77","id":"call-77","n":123456789012345678901,"callId":"call-77"}}';
    const [id] = /(?<="id":")[^"]*/.exec(redactor.json(text)) ?? [''];
    expect(id).toBe(redactor.name('call-77'));
    expect(
      redactor
        .json(text)
        .replaceAll(id, 'call-77')
        .replace(/"[a-p]":123/, '"n":123'),
    ).toBe(text);
  });

  it('has other pseudonyms on every run, unless it is told a seed', () => {
    const id = 'session-00000000-0000-4000-8000-000000000001';
    expect(new Redactor().name(id)).not.toBe(new Redactor().name(id));
    expect(new Redactor(SEED).name(id)).toBe(new Redactor(SEED).name(id));
    expect(new Redactor(SEED).name(id)).not.toBe(new Redactor('other').name(id));
  });
});

describeCorpus('redaction of the corpus', () => {
  it.each(LOG_FOLDERS)(
    '%s: no text is left, and everything else is',
    { timeout: 240_000 },
    async (folder) => {
      let words = 0;
      for (const name of corpusFiles(folder)) {
        const log = await rawOrNothing(readFileSync(corpusPath(folder, name)));
        if (log === undefined) continue;
        const without = await redacted(log);
        expect(without).toHaveLength(log.length);
        const [before, after] = [log, without].map((bytes) => {
          const found = new Set<string>();
          for (const line of linesOf(bytes)) contentOf(line, found);
          return found;
        });
        words += before?.size ?? 0;
        // Filler of one letter may be a word that was there, such as a run of zeros.
        const left = [...(after ?? [])].filter(
          (word) => before?.has(word) && !/^(.)\1*$/u.test(word),
        );
        expect([name, left]).toEqual([name, []]);
        expect([name, await factsOf(without)]).toEqual([name, await factsOf(log)]);
      }
      expect(words).toBeGreaterThan(20);
    },
  );
});
