import { describe, expect, it } from 'vitest';
import { HistpackError } from '../../src/errors.ts';
import { readHeader } from '../../src/log/header.ts';
import { headerLine } from '../support/logs.ts';

function refusal(line: string) {
  try {
    readHeader(line, 'f.jsonl');
  } catch (error) {
    if (error instanceof HistpackError) return error.fault;
    throw error;
  }
  throw new Error(`not refused: ${line}`);
}

/** What we cannot read, by code: header line and message. */
const REFUSED: readonly (readonly [string, string, string, RegExp])[] = [
  ['an empty line', '', 'E_HEADER', /line 1 is no session header/],
  ['broken JSON', '{"type":"session"', 'E_HEADER', /line 1 is no session header: "\{/],
  ['a value that is no object', '["session"]', 'E_HEADER', /line 1 is no session header/],
  ['an event', '{"type":"turn/start","seq":0}', 'E_HEADER', /line 1 is no session header/],
  ['no type', '{"version":0,"id":"a","createdAt":1}', 'E_HEADER', /line 1 is no session header/],
  ['no version', headerLine({ version: undefined }), 'E_HEADER', /version must be .* got nothing/],
  ['a version as text', headerLine({ version: '0' }), 'E_HEADER', /version must be a number/],
  ['a null version', headerLine({ version: null }), 'E_HEADER', /version must be .* got null/],
  ['no id', headerLine({ id: undefined }), 'E_HEADER', /id must be a string, got nothing/],
  ['an id that is a number', headerLine({ id: 7 }), 'E_HEADER', /id must be a string, got 7/],
  ['no createdAt', headerLine({ createdAt: undefined }), 'E_HEADER', /createdAt .* got nothing/],
  ['a date as text', headerLine({ createdAt: '2026-01-01' }), 'E_HEADER', /createdAt must be/],
  [
    'a negative createdAt',
    headerLine({ createdAt: -1 }),
    'E_HEADER',
    /createdAt must be .* got -1/,
  ],
  ['a fraction', headerLine({ createdAt: 1.5 }), 'E_HEADER', /createdAt must be .* got 1.5/],
  ['2^53 as createdAt', headerLine({ createdAt: 2 ** 53 }), 'E_HEADER', /createdAt must be/],
  [
    'a newer version',
    headerLine({ version: 5 }),
    'E_VERSION',
    /log format 5 is not known \(0 to 4/,
  ],
  ['a negative version', headerLine({ version: -1 }), 'E_VERSION', /log format -1 is not known/],
  ['a version between two', headerLine({ version: 0.5 }), 'E_VERSION', /log format 0.5 is not/],
  ['a byte order mark', `\ufeff${headerLine()}`, 'E_BOM', /begins with a UTF-8 BOM/],
];

describe('readHeader refuses', () => {
  it.each(REFUSED)('%s', (_, line, code, message) => {
    const fault = refusal(line);
    expect(fault).toMatchObject({ code, file: 'f.jsonl', line: 1, byteOffset: 0 });
    expect(fault.message).toMatch(message);
    expect(fault.hint).not.toBe('');
  });

  it('a newer version before all else that is wrong with it', () => {
    const fault = refusal('{"type":"session","version":99}');
    expect(fault.code).toBe('E_VERSION');
    expect(fault.detail).toEqual({ version: 99 });
    expect(fault.hint).toMatch(/not corruption/);
  });

  it('the log of another agent by name', () => {
    const line = '{"type":"session","version":3,"id":"a","timestamp":"2026-01-01T00:00:00Z"}';
    const fault = refusal(line);
    expect(fault.code).toBe('E_FOREIGN');
    expect(fault.message).toMatch(/pi\/OpenClaw/);
  });

  it('a string for createdAt with a hint of its own', () => {
    expect(refusal(headerLine({ createdAt: '1' })).hint).toMatch(/a string; milliseconds/);
  });

  it('a minus zero: dsh never writes it', () => {
    expect(refusal(headerLine().replace(/"createdAt":\d+/, '"createdAt":-0')).message).toMatch(
      /createdAt must be .* got -0$/,
    );
  });

  it('a field of any depth', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const line = headerLine({ version: 0 }).replace('"version":0', `"version":${deep}`);
    expect(refusal(line).message).toMatch(/version must be .* got a list$/);
    expect(refusal(headerLine({ id: {} })).message).toMatch(/id must be a string, got an object$/);
  });

  it('what only a prototype has', () => {
    const fault = refusal('{"type":"session","__proto__":{"version":0,"id":"a","createdAt":1}}');
    expect(fault.message).toMatch(/version must be .* got nothing/);
  });
});

describe('readHeader reads', () => {
  it('every field, and keeps the others', () => {
    const more = { cwd: '/w', parentSession: 'p', origin: 'subagent', seedLength: 3, extra: [1] };
    const { header, warnings } = readHeader(headerLine({ ...more, delegationDepth: 2 }), 'f');
    expect(header).toMatchObject({
      ...{ version: 0, id: 's-1', createdAt: 1_700_000_000_000, delegationDepth: 2, cwd: '/w' },
      ...{ parentSession: 'p', origin: 'subagent', seedLength: 3 },
    });
    expect(header.fields).toMatchObject({ extra: [1] });
    expect(warnings).toEqual([]);
  });

  it.each([0, 1, 2, 3, 4])('format %i', (version) => {
    expect(readHeader(headerLine({ version, isSeeded: false }), 'f').header.version).toBe(version);
  });

  it('a line that ends in CR', () => {
    expect(readHeader(`${headerLine()}\r`, 'f').header.id).toBe('s-1');
  });

  it('foreign values of optional fields as absent', () => {
    const { header } = readHeader(headerLine({ cwd: 5, seedLength: -1, parentSession: null }), 'f');
    expect([header.cwd, header.seedLength, header.parentSession]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});

describe('readHeader warns of what dsh would refuse', () => {
  it.each([
    ['delegationDepth', { delegationDepth: undefined }, /must be an integer >= 0, got nothing/],
    ['delegationDepth', { delegationDepth: -1 }, /must be an integer >= 0, got -1/],
    ['delegationDepth', { delegationDepth: '0' }, /must be an integer >= 0/],
    ['isSeeded', { version: 2 }, /must be true or false, got nothing/],
    ['isSeeded', { version: 4, isSeeded: 1 }, /must be true or false, got 1/],
    ['sandboxMode', { sandboxMode: 'x' }, /is retired/],
    ['approvalPolicy', { approvalPolicy: null }, /is retired/],
  ])('in %s: %o', (field, fields, message) => {
    const { warnings } = readHeader(headerLine(fields), 'f');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: 'W_HEADER', file: 'f', line: 1, detail: { field } });
    expect(warnings[0]?.message).toMatch(message);
  });

  it('in a field of any depth', () => {
    const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    const line = headerLine().replace('"delegationDepth":0', `"delegationDepth":${deep}`);
    expect(readHeader(line, 'f').warnings[0]?.message).toMatch(/got an object$/);
  });

  it('once for each', () => {
    const fields = {
      version: 3,
      delegationDepth: undefined,
      sandboxMode: 'x',
      approvalPolicy: 'y',
    };
    expect(readHeader(headerLine(fields), 'f').warnings).toHaveLength(4);
  });
});
