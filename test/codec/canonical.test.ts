import { describe, expect, it } from 'vitest';
import { CanonicalDeltas } from '../../src/codec/canonical.ts';
import { DELTA_KINDS, type DeltaKind } from '../../src/codec/kinds.ts';
import { Run, type RunHead } from '../../src/codec/run.ts';

const [text, , call] = DELTA_KINDS as [DeltaKind, DeltaKind, DeltaKind];
const head: RunHead = { kind: text, turn: 1, step: 2, index: 0, id: undefined, name: undefined };

/** A run that ends at seq 9, time 100. */
const openRun = (headOf = head): Run => new Run(headOf, 9, [100], ['']);

const line = (seq: number | string, time: number | string, literal = '"a"'): string =>
  `{"type":"assistant/chunk","seq":${seq},"time":${time},"data":{"turn":1,"step":2,"chunk":` +
  `{"type":"text-delta","index":0,"text":${literal}}}}\n`;

/** The fragments that the fast path takes out of a text. */
const taken = (text: string, run = openRun()): string[] => {
  new CanonicalDeltas().append(text, 0, run);
  return run.fragments.slice(1);
};

describe('CanonicalDeltas', () => {
  it('takes the lines that continue the run and returns where they end', () => {
    const run = openRun();
    const lines = line(10, 100) + line(11, 95, '"b"');
    expect(new CanonicalDeltas().append(`${lines}{"type":"turn/end"}\n`, 0, run)).toBe(
      lines.length,
    );
    expect(run.times).toStrictEqual([100, 100, 95]);
    expect(run.fragments).toStrictEqual(['', 'a', 'b']);
  });

  it('starts where it is told to', () => {
    const run = openRun();
    expect(new CanonicalDeltas().append(`skip\n${line(10, 100)}`, 5, run)).toBe(
      5 + line(10, 100).length,
    );
    expect(new CanonicalDeltas().append(line(11, 100), 0, run)).toBe(line(11, 100).length);
  });

  it('returns where it started when nothing fits, also at the end of the text', () => {
    const fast = new CanonicalDeltas();
    expect(fast.append('x', 0, openRun())).toBe(0);
    expect(fast.append('x', 1, openRun())).toBe(1);
    expect(fast.append('', 0, openRun())).toBe(0);
  });

  it('serves one run after another', () => {
    const fast = new CanonicalDeltas();
    const named: RunHead = { ...head, kind: call, id: 'c"1', name: '' };
    fast.append(line(10, 100), 0, openRun());
    const run = openRun(named);
    const callLine =
      '{"type":"assistant/chunk","seq":10,"time":100,"data":{"turn":1,"step":2,"chunk":' +
      '{"type":"tool-call-delta","index":0,"id":"c\\"1","name":"","argumentsDelta":"{"}}}\n';
    expect(fast.append(callLine, 0, run)).toBe(callLine.length);
    expect(run.fragments).toStrictEqual(['', '{']);
  });

  it.each([
    ['"\\n\\"\\\\\\t"', '\n"\\\t'],
    ['"😀\u007f\u2028"', '😀\u007f\u2028'],
    ['"\\n😀"', '\n😀'],
    ['""', ''],
  ])('takes the fragment %s', (literal, fragment) => {
    expect(taken(line(10, 100, literal))).toStrictEqual([fragment]);
  });

  it.each<[string, string]>([
    ['an escape by number, needed or not', line(10, 100, '"\\u0000"')],
    ['a needless escape', line(10, 100, '"\\u0041"')],
    ['an escaped slash', line(10, 100, '"\\/"')],
    ['an escape in capitals', line(10, 100, '"\\u001F"')],
    ['a raw control character', line(10, 100, '"\u0001"')],
    ['half of a raw surrogate pair', line(10, 100, '"\ud83d"')],
    ['the other half', line(10, 100, '"\\n\ude00"')],
    ['an escape that is none', line(10, 100, '"\\x"')],
    ['a string without end', line(10, 100, '"\\"')],
    ['a fragment that is no string', line(10, 100, '7')],
    ['a number with a leading zero', line('010', 100)],
    ['a time with a leading zero', line(10, '0100')],
    ['a negative time', line(10, -1)],
    ['an exponent', line('1e1', 100)],
    ['a fraction', line(10, '100.0')],
    ['sixteen digits', line(10, '1000000000000000')],
    ['a number left out', line(10, '')],
    ['the seq before', line(9, 100)],
    ['a seq left out', line(11, 100)],
    ['white space', line(10, 100).replace(',"data"', ', "data"')],
    ['a space after seq', line('10 ', 100)],
    ['CR LF', line(10, 100).replace('\n', '\r\n')],
    ['no newline', line(10, 100).trimEnd()],
    ['another turn', line(10, 100).replace('"turn":1', '"turn":12')],
    ['a key too many', line(10, 100).replace('}}}', '},"x":1}}')],
    ['a string cut in an escape', line(10, 100, '"\\').slice(0, -4)],
  ])('leaves a line with %s to the slow path', (_, odd) => {
    expect(taken(odd)).toStrictEqual([]);
  });

  it('leaves every cut of a line to the slow path', () => {
    const whole = line(10, 100, '"a\\n😀"');
    for (let end = 0; end < whole.length; end++) {
      const run = openRun();
      expect(new CanonicalDeltas().append(whole.slice(0, end), 0, run)).toBe(0);
      expect(run.length).toBe(1);
    }
  });

  it('leaves a time too far from the last one', () => {
    const run = new Run(head, 9, [-Number.MAX_SAFE_INTEGER], ['']);
    expect(taken(line(10, 100), run)).toStrictEqual([]);
  });

  it.each([
    ['a', 'letters'],
    ['\\n', 'escapes'],
    ['😀', 'pairs'],
  ])('takes a fragment of a million characters, all %j', (piece) => {
    const fragment = piece.repeat(1_000_000 / piece.length);
    const long = line(10, 100, `"${fragment}"`);
    expect(taken(long)).toStrictEqual([JSON.parse(`"${fragment}"`)]);
    expect(taken(long.slice(0, -6))).toStrictEqual([]);
  });

  it('leaves a text longer than a block, one huge line, to the slow path', () => {
    expect(taken(line(10, 100, `"${'a'.repeat(1024 * 1024)}"`))).toStrictEqual([]);
  });
});
