import { describe, expect, it } from 'vitest';
import { deltaLine, eventLine, fileText, rowLine, turnEnd } from '../support/logs.ts';
import { scan } from './scan.ts';

const start = eventLine(0, 'turn/start');
const row = (changes: object): string =>
  JSON.stringify({ ...JSON.parse(rowLine(1, ['a'])), ...changes });

/** Every way in which a line can be wrong, and what is said about it. */
const BAD_LINES: readonly (readonly [string, string, string, RegExp])[] = [
  ['is blank', '', 'E_JSON', /^the line is blank$/],
  ['holds white space only', ' \t', 'E_JSON', /^the line is blank$/],
  ['is broken JSON', '{"type":', 'E_JSON', /^the line is not JSON: "\{\\"type\\":"$/],
  ['is two values', '{} {}', 'E_JSON', /^the line is not JSON/],
  ['is a number', '5', 'E_EVENT', /^the line is no JSON object: "5"$/],
  ['is a string', '"text"', 'E_EVENT', /^the line is no JSON object/],
  ['is a list', '[{"seq":1}]', 'E_EVENT', /^the line is no JSON object/],
  ['is null', 'null', 'E_EVENT', /^the line is no JSON object: "null"$/],
  ['is true', 'true', 'E_EVENT', /^the line is no JSON object/],
  ['is a malformed row', row({ seq0: -1 }), 'E_ROW', /^malformed chunk row: seq0 must be a safe/],
  ['has no seq', '{"type":"turn/start","data":{}}', 'E_ENVELOPE', /^the event has no seq: /],
  ['has a seq that is no number', '{"type":"x","seq":"1"}', 'E_ENVELOPE', /^the event has no seq/],
  ['is a second header', '{"type":"session","version":0}', 'E_SECOND_HEADER', /second session/],
  ['begins with a BOM', `\ufeff${turnEnd(1)}`, 'E_JSON', /^the line is not JSON/],
];

describe('a line that', () => {
  it.each(BAD_LINES)('%s', (_, line, code, message) => {
    const text = fileText([start, line, eventLine(1, 'later')]);
    const { faults, nextSeq, spans } = scan(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ code, line: 2, byteOffset: start.length + 1, file: 'f' });
    expect(faults[0]?.message).toMatch(message);
    expect(faults[0]?.hint).not.toBe('');
    expect(nextSeq).toBe(1); // what stands behind is not taken
    expect(spans).toEqual([{ seq: 0, text: start }]);
  });

  it('is not UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from(`${start}\n{"ty`),
      Buffer.from([0xff]),
      Buffer.from('\n'),
    ]);
    const [fault] = scan(bytes).faults;
    const badByteOffset = start.length + 1 + 4;
    expect(fault).toMatchObject({ code: 'E_UTF8', line: 2, byteOffset: start.length + 1 });
    expect(fault?.detail).toEqual({ badByteOffset });
    expect(fault?.message).toContain(String(badByteOffset));
  });
});

describe('faults', () => {
  it('stand at bytes, not at characters', () => {
    const first = eventLine(0, 'x', { text: 'é😀' });
    const [fault] = scan(fileText([first, '{'])).faults;
    expect(fault).toMatchObject({ line: 2, byteOffset: Buffer.byteLength(first) + 1 });
  });

  it('are found after a run that the fast path took', () => {
    const lines = [start, ...[1, 2, 3, 4].map((seq) => deltaLine(seq, 'a')), '{'];
    const text = fileText(lines);
    const [fault] = scan(text).faults;
    expect(fault).toMatchObject({ code: 'E_JSON', line: 6, byteOffset: text.length - 2 });
  });

  it('quote a long line in part', () => {
    const [fault] = scan(`{${'x'.repeat(5000)}\n`).faults;
    expect(fault?.message.length).toBeLessThan(120);
    expect(fault?.message).toContain('…');
  });

  it('are all listed, each once', () => {
    const { faults } = scan(fileText(['{', start, '5', row({ time0: 0.5 })]));
    expect(faults.map(({ code, line }) => [code, line])).toEqual([
      ['E_JSON', 1],
      ['E_EVENT', 3],
      ['E_ROW', 4],
    ]);
  });
});

describe('a turn/end', () => {
  it.each([
    ['behind the fault', [start, '{', turnEnd(1)], true],
    ['before the fault', [turnEnd(0), '{'], false],
    ['with the wrong seq itself', [start, turnEnd(7)], true],
    ['without a seq', [start, '{"type":"turn/end"}'], true],
    ['nowhere', [start, '{', eventLine(1, 'turn/start')], false],
  ])('%s tells whether the fault is committed', (_, lines, expected) => {
    expect(scan(fileText(lines)).isCommittedAfterFault).toBe(expected);
  });
});
