import { InvalidArgumentError } from 'commander';

/** Parsers of option values; each says what it expected and what it got. */

/** An integer within bounds, in decimal digits. */
export const integer =
  (name: string, min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `an integer >= ${min}` : `${min} to ${max}`;
    throw new InvalidArgumentError(`Expected ${name}: ${range} (got: ${JSON.stringify(text)}).`);
  };

/** A comma-separated list of distinct known names, in the order of `known`. */
export const listOf =
  <Name extends string>(known: readonly Name[]) =>
  (text: string): Name[] => {
    const asked = text.split(',').map((name) => name.trim());
    const unknown = asked.find((name) => !known.some((each) => each === name));
    if (unknown === undefined) return known.filter((name) => asked.includes(name));
    throw new InvalidArgumentError(
      `Expected a list of ${known.join(', ')} (got: ${JSON.stringify(unknown)}).`,
    );
  };

const BYTES_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['kB', 1000],
  ['MB', 1000 ** 2],
  ['GB', 1000 ** 3],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
]);

/** A size in bytes: an integer, or a number with one of the units of `BYTES_PER_UNIT`. */
export const byteSize =
  (name: string, max: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const match = /^(\d+(?:\.\d+)?) ?([A-Za-z]*)$/.exec(text);
    const unit = BYTES_PER_UNIT.get(match?.[2] ?? '');
    const bytes = match === null || unit === undefined ? Number.NaN : Number(match[1]) * unit;
    if (Number.isSafeInteger(bytes) && bytes > 0 && bytes <= max) return bytes;
    const limit = max === Number.MAX_SAFE_INTEGER ? '' : ` up to ${max} bytes`;
    throw new InvalidArgumentError(
      `Expected ${name}${limit}, such as 65536, 64KiB or 1.5 MB (got: ${JSON.stringify(text)}).`,
    );
  };
