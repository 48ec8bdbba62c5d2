import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { byteSize, integer, listOf } from '../../src/commands/values.ts';

describe('integer', () => {
  const seq = integer('a seq', 0);

  it.each([
    ['0', 0],
    ['7', 7],
    ['007', 7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %s', (text, expected) => expect(seq(text)).toBe(expected));

  it.each(['', ' ', '-1', '+1', '1.0', '1e3', '0x10', '1_000', '1,000', ' 1', '１', 'NaN'])(
    'refuses %j',
    (text) => {
      expect(() => seq(text)).toThrow(InvalidArgumentError);
      expect(() => seq(text)).toThrow(
        `Expected a seq: an integer >= 0 (got: ${JSON.stringify(text)})`,
      );
    },
  );

  it('refuses what a double cannot hold', () => {
    expect(() => seq('9007199254740992')).toThrow(InvalidArgumentError);
  });

  it('keeps within its bounds', () => {
    const level = integer('a gzip level', 0, 9);
    expect([level('0'), level('9')]).toEqual([0, 9]);
    expect(() => level('10')).toThrow('Expected a gzip level: 0 to 9 (got: "10").');
    expect(() => integer('a number', 1)('0')).toThrow('an integer >= 1 (got: "0")');
  });
});

describe('listOf', () => {
  const forms = listOf(['raw', 'projection', 'packed'], 'all');

  it('reads names in the order of the known ones, each once', () => {
    expect(forms('packed, raw,packed')).toEqual(['raw', 'packed']);
    expect(forms('projection')).toEqual(['projection']);
  });

  it.each(['', 'raw,', 'Raw', 'raw;packed', 'toString'])('refuses %j', (text) => {
    expect(() => forms(text)).toThrow(/^Expected a list of raw, projection, packed \(got: "/);
  });
});

describe('byteSize', () => {
  const size = byteSize('a size', 10 * 1024 ** 3);

  it.each([
    ['1', 1],
    ['65536', 65_536],
    ['64KiB', 65_536],
    ['1.5 MB', 1_500_000],
    ['2kB', 2000],
    ['3B', 3],
    ['1MiB', 1_048_576],
    ['1 GiB', 1024 ** 3],
  ])('reads %s', (text, expected) => expect(size(text)).toBe(expected));

  it.each(['', '0', '-1', '1.5', '1 mib', '1K', 'MiB', '1MiB2', '11GiB', '1e3', '1.2.3 MB'])(
    'refuses %j',
    (text) => expect(() => size(text)).toThrow(/^Expected a size up to 10737418240 bytes/),
  );
});
