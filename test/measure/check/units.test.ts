import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBytes, parseInteger, parsePercent } from '../../../src/measure/units.ts';

describe('parseBytes', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['65536', 65_536],
    ['7B', 7],
    ['7 B', 7],
    ['2kB', 2000],
    ['2 kB', 2000],
    ['1.5 MB', 1_500_000],
    ['0.25GB', 250_000_000],
    ['64KiB', 65_536],
    ['0.5 KiB', 512],
    ['1 MiB', 1_048_576],
    ['2GiB', 2_147_483_648],
    ['007kB', 7000],
  ])('reads %j', (text, expected) => expect(parseBytes(text)).toBe(expected));

  it.each([
    ...['', ' ', '1.5', '1.5B', '1.5 B', '-1', '+1', '1e3', '1e3kB', '0x10', '1_000', '1,000'],
    ...['.5kB', '1.kB', '1.2.3MB', '1  kB', ' 1kB', '1kB ', '1\tkB', '1kB2', 'kB', '1k', '1K'],
    ...['1KB', '1kb', '1Kb', '1mb', '1M', '1MIB', '1kiB', '1kib', '1TB', '1TiB', '1bytes', '1b'],
    ...[
      '1%',
      '١kB',
      '９',
      'NaN',
      'Infinity',
      '9007199254740992',
      '9007199254740993B',
      '8388608GiB',
    ],
  ])('refuses %j', (text) => expect(parseBytes(text)).toBeUndefined());

  it.each([
    ['1.001kB', 1001],
    ['2.3MB', 2_300_000],
    ['4.35 MB', 4_350_000],
    ['1.001001001GB', 1_001_001_001],
  ])('reads %s exactly, although a product of floats would not', (text, expected) => {
    expect(parseBytes(text)).toBe(expected);
  });

  it('reads every whole number of bytes that decimals can write', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(3, 6, 9), (bytes, digits) => {
        const padded = String(bytes).padStart(digits + 1, '0');
        const text = `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
        const unit = { 3: 'kB', 6: 'MB', 9: 'GB' }[digits];
        expect(parseBytes(`${text} ${unit}`)).toBe(bytes);
      }),
    );
  });

  it('drops a fraction of a byte, which no size can have', () => {
    expect(parseBytes('1.3 KiB')).toBe(1331);
    expect(parseBytes('1.0009 kB')).toBe(1000);
  });
});

describe('parsePercent', () => {
  it.each([
    ['0%', 0],
    ['10%', 0.1],
    ['0.5 %', 0.005],
    ['0.7%', 0.007],
    ['29%', 0.29],
    ['250%', 2.5],
  ])('reads %j as the nearest number', (text, expected) => {
    expect(parsePercent(text)).toBe(expected);
  });

  it.each(['', '10', '0.1', '%', '-1%', '+1%', '1e1%', '10%%', '10 percent', '1,5%', '.5%', ' 1%'])(
    'refuses %j',
    (text) => expect(parsePercent(text)).toBeUndefined(),
  );

  it('meets a quotient of integers that is the same share', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), (thousandths) => {
        expect(parsePercent(`${thousandths / 10}%`)).toBe(thousandths / 1000);
      }),
    );
  });
});

describe('parseInteger', () => {
  it.each([
    ['0', 0],
    ['700', 700],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %j', (text, expected) => expect(parseInteger(text)).toBe(expected));

  it.each(['', '1.0', '-1', '1e3', '0x1', ' 1', '1 ', '1kB', '1%', '9007199254740992'])(
    'refuses %j',
    (text) => expect(parseInteger(text)).toBeUndefined(),
  );
});
