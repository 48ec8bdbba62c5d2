import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baselineText, readBaseline } from '../../../src/measure/check/baseline-file.ts';
import { temporaryDirectory, writeTemporary } from '../../support/logs-on-disk.ts';
import { baselineOf, entry, packed } from './data.ts';

const SOUND = baselineOf({ 'a.jsonl': entry(packed(1, 2, 3, 4)) });

/** What reading a file with this content says. */
const reading = (text: string) => readBaseline(writeTemporary(text, { name: 'b.json' }), 'b.json');

// biome-ignore lint/suspicious/noExplicitAny: JSON that is to be broken in any place
type AnyJson = any;

/** The sound baseline with a change to its JSON. */
const changed = (change: (json: AnyJson) => void): string => {
  const json = JSON.parse(baselineText(SOUND));
  change(json);
  return JSON.stringify(json);
};

describe('readBaseline', () => {
  it('reads what was written', async () => {
    expect(await reading(baselineText(SOUND))).toEqual(SOUND);
  });

  it('is undefined where there is no file', async () => {
    expect(await readBaseline(join(temporaryDirectory(), 'none.json'), 'none')).toBeUndefined();
  });

  it('refuses a directory, by the name that the user gave', async () => {
    const directory = join(temporaryDirectory(), 'b.json');
    mkdirSync(directory);
    await expect(readBaseline(directory, 'shown.json')).rejects.toMatchObject({
      fault: {
        code: 'E_CONFIG',
        file: 'shown.json',
        message: 'cannot use the baseline: is a directory',
      },
    });
  });

  it.runIf(process.getuid?.() !== 0)('refuses a file that it may not read', async () => {
    const path = writeTemporary(baselineText(SOUND));
    chmodSync(path, 0);
    await expect(readBaseline(path, 'b')).rejects.toThrow('permission denied');
  });

  it.each([
    ['no JSON', '{"schemaVersion":1', 'it is not JSON'],
    ['an empty file', '', 'it is not JSON'],
    ['a log', '{"type":"session"}\n{"type":"x"}\n', 'it is not JSON'],
    ['a list', '[]', 'it is no JSON object'],
    ['null', 'null', 'it is no JSON object'],
    ['another object', '{}', 'its schemaVersion is undefined, and 1 is known'],
    [
      'a newer schema',
      changed((json) => (json.schemaVersion = 2)),
      'its schemaVersion is 2, and 1',
    ],
    ['no engine', changed((json) => delete json.engine), 'it lacks engine, options or files'],
    ['no options', changed((json) => (json.options = null)), 'it lacks engine, options or files'],
    ['files as a list', changed((json) => (json.files = [])), 'it lacks engine, options or files'],
    [
      'a null entry',
      changed((json) => (json.files['a.jsonl'] = null)),
      'entry "a.jsonl" is malformed',
    ],
    [
      'an entry without a hash',
      changed((json) => delete json.files['a.jsonl'].sha256),
      'entry "a.jsonl" is malformed',
    ],
    [
      'what is no name of a form',
      changed(
        (json) => (json.files['a.jsonl'].weights.Fold = json.files['a.jsonl'].weights.packed),
      ),
      'has a malformed Fold',
    ],
    ...[-1, 1.5, '4', null, 1e300].map((size): [string, string, string] => [
      `a size of ${JSON.stringify(size)}`,
      changed((json) => (json.files['a.jsonl'].weights.packed.brotliBytes = size)),
      'has a malformed packed',
    ]),
  ])('refuses %s', async (_, text, reason) => {
    const refused = expect(reading(text)).rejects;
    await refused.toMatchObject({ fault: { code: 'E_CONFIG', file: 'b.json' }, exitCode: 2 });
    await refused.toThrow(reason);
  });
});
