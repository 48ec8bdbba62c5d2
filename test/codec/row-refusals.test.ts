import { describe, expect, it } from 'vitest';
import { RowError, readRow } from '../../src/codec/row.ts';
import type { JsonObject } from '../../src/codec/types.ts';
import { officialDecode, verdictOf } from '../support/official.ts';

/** Every refusal of FORMAT section 3, by the JSON of a row and the message that it must give. */

const TEXT = { turn: 1, step: 2, index: 0, dt: [5, 5], texts: ['a', 'b', 'c'] };
const CALL = { turn: 1, step: 2, index: 0, dt: [5], id: 'call-1', name: 'bash', args: ['{', '}'] };

const row = (envelope: object, type = 'text-chunks'): string =>
  JSON.stringify({ type, seq0: 7, time0: 100, data: TEXT, ...envelope });
const text = (data: object): string => row({ data: { ...TEXT, ...data } });
const call = (data: object): string => row({ data: { ...CALL, ...data } }, 'tool-call-chunks');
const without = (data: object, key: string): object =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));

const TEXT_KEYS = 'data has exactly the keys turn, step, index, dt, texts; found ';
const CALL_KEYS = 'data has exactly the keys turn, step, index, dt, id, name?, args; found ';
const ROW_KEYS = 'a row has exactly the keys type, seq0, time0, data; found ';

const REFUSALS: Record<string, [json: string, message: string][]> = {
  'the envelope': [
    [row({ extra: 1 }), `${ROW_KEYS}"type", "seq0", "time0", "data", "extra"`],
    ['{"type":"text-chunks"}', `${ROW_KEYS}"type"`],
    [row({ ['__proto__']: 1 }), `${ROW_KEYS}"type", "seq0", "time0", "data", "__proto__"`],
    [
      '{"type":"text-chunks","__proto__":7,"time0":1,"data":{}}',
      'seq0 must be a safe integer >= 0, got nothing',
    ],
  ],
  seq0: [
    [row({ seq0: -1 }), 'seq0 must be a safe integer >= 0, got -1'],
    [row({ seq0: 1.5 }), 'seq0 must be a safe integer >= 0, got 1.5'],
    [row({ seq0: '7' }), 'seq0 must be a safe integer >= 0, got "7"'],
    [row({ seq0: 2 ** 53 }), 'seq0 must be a safe integer >= 0, got 9007199254740992'],
    [row({}).replace('7', '1e400'), 'seq0 must be a safe integer >= 0, got Infinity'],
  ],
  time0: [
    [row({ time0: null }), 'time0 must be a safe integer, got null'],
    [row({ time0: 0.5 }), 'time0 must be a safe integer, got 0.5'],
    [row({ time0: -(2 ** 53) }), 'time0 must be a safe integer, got -9007199254740992'],
  ],
  'data as a whole': [
    [row({ data: null }), 'data must be an object, got null'],
    [row({ data: [1] }), 'data must be an object, got a list'],
    [text({ extra: 1 }), `${TEXT_KEYS}"turn", "step", "index", "dt", "texts", "extra"`],
    [text({ id: 'c' }), `${TEXT_KEYS}"turn", "step", "index", "dt", "texts", "id"`],
    [text({ name: 'c' }), `${TEXT_KEYS}"turn", "step", "index", "dt", "texts", "name"`],
    [row({ data: without(TEXT, 'dt') }), `${TEXT_KEYS}"turn", "step", "index", "texts"`],
    [row({ data: {} }), `${TEXT_KEYS}none`],
    [
      call({ extra: 1 }),
      `${CALL_KEYS}"turn", "step", "index", "dt", "id", "name", "args", "extra"`,
    ],
    [
      call({ texts: [] }),
      `${CALL_KEYS}"turn", "step", "index", "dt", "id", "name", "args", "texts"`,
    ],
  ],
  'turn, step and index': [
    [text({ turn: '1' }), 'turn must be a number, got "1"'],
    [text({ step: null }), 'step must be a number, got null'],
    [text({ index: [0] }), 'index must be a number, got a list'],
    [text({ index: {} }), 'index must be a number, got an object'],
    [text({}).replace('"turn":1', '"turn":1e400'), 'turn must be a number, got Infinity'],
    [row({ data: { ...without(TEXT, 'step'), x: 1 } }), 'step must be a number, got nothing'],
  ],
  members: [
    [text({ texts: [], dt: [] }), 'texts must be a list of at least one string'],
    [text({ texts: 'abc' }), 'texts must be a list of at least one string'],
    [text({ texts: ['a', 2, 'c'] }), 'texts[1] must be a string, got 2'],
    [call({ args: [] }), 'args must be a list of at least one string'],
    [call({ args: ['{', null] }), 'args[1] must be a string, got null'],
  ],
  dt: [
    [text({ dt: [5] }), 'dt must have 2 entries for 3 members, found 1'],
    [text({ dt: [5, 5, 5] }), 'dt must have 2 entries for 3 members, found 3'],
    [text({ dt: 5 }), 'dt must have 2 entries for 3 members, found 5'],
    [text({ dt: [5, 0.5] }), 'dt[1] must be a safe integer, got 0.5'],
    [text({ dt: ['5', 5] }), 'dt[0] must be a safe integer, got "5"'],
    [text({ dt: [2 ** 53, 5] }), 'dt[0] must be a safe integer, got 9007199254740992'],
  ],
  'id and name': [
    [call({ id: 5 }), 'id must be a string, got 5'],
    [row({ data: without(CALL, 'id') }, 'tool-call-chunks'), 'id must be a string, got nothing'],
    [call({ name: 5 }), 'name must be a string or absent, got 5'],
    [call({ name: null }), 'name must be a string or absent, got null'],
  ],
  reconstruction: [
    [row({ seq0: 2 ** 53 - 2 }), 'seq0 9007199254740990 with 3 members leaves the safe integers'],
    [row({ time0: 2 ** 53 - 6 }), 'the time of member 2 leaves the safe integers'],
    [
      row({ time0: -(2 ** 53 - 1), data: { ...TEXT, dt: [-1, 1] } }),
      'the time of member 1 leaves the safe integers',
    ],
  ],
};

function refusalOf(json: string): unknown {
  try {
    return readRow(JSON.parse(json) as JsonObject);
  } catch (error) {
    return error;
  }
}

describe.each(Object.entries(REFUSALS))('a row is refused for %s', (_, examples) => {
  it.each(examples)('%s: %s', (json, message) => {
    const error = refusalOf(json);
    expect(error).toBeInstanceOf(RowError);
    expect((error as Error).message).toBe(message);
    expect((error as Error).name).toBe('RowError');
  });
});

describe('the refusal of a hostile row', () => {
  it('is short, however long the value', () => {
    const error = refusalOf(row({ seq0: 'x'.repeat(1_000_000) })) as Error;
    expect(error.message).toBe(`seq0 must be a safe integer >= 0, got "${'x'.repeat(40)}…"`);
  });

  it('is short, however many the keys', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, k) => [`key${k}`, k]));
    expect((refusalOf(row(many)) as Error).message).toBe(
      `${ROW_KEYS}"type", "seq0", "time0", "data", "key0", "key1", "key2", "key3", … (100004 keys)`,
    );
  });

  it('stays a RowError, however deep the value', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(refusalOf(row({ seq0: 'deep' }).replace('"deep"', deep))).toBeInstanceOf(RowError);
  });

  it('names a type that is no row at all', () => {
    expect(refusalOf('{"type":"turn/end"}')).toStrictEqual(
      new RowError('"turn/end" is not a chunk row type'),
    );
    expect(refusalOf('{}')).toStrictEqual(new RowError('nothing is not a chunk row type'));
  });

  it('is one that the official decoder shares, 1e400 and rounded sums apart', () => {
    const shared = Object.values(REFUSALS)
      .flat()
      .filter(([json]) => !json.includes('"turn":1e400'))
      .filter(([, message]) => !message.startsWith('seq0 9007199254740990'));
    for (const [json] of shared)
      expect(verdictOf(officialDecode, JSON.parse(json))).toBe('refused');
  });
});
