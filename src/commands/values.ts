import { InvalidArgumentError } from 'commander';
import { PERCENT_FORMS, parseBytes, parseInteger, parsePercent } from '../measure/units.ts';

/** Parsers of option values; each says what it expected and what it got. */

/** An integer within bounds, in decimal digits. */
export const integer =
  (name: string, min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = parseInteger(text);
    if (value !== undefined && value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `an integer >= ${min}` : `${min} to ${max}`;
    throw new InvalidArgumentError(`Expected ${name}: ${range} (got: ${JSON.stringify(text)}).`);
  };

/** A comma-separated list of distinct known names, in the order of `known`; `all` stands for all. */
export const listOf =
  <Name extends string>(known: readonly Name[], all: string) =>
  (text: string): Name[] => {
    const asked = text.split(',').flatMap((name) => (name.trim() === all ? known : name.trim()));
    const unknown = asked.find((name) => !known.some((each) => each === name));
    if (unknown === undefined) return known.filter((name) => asked.includes(name));
    throw new InvalidArgumentError(
      `Expected a list of ${known.join(', ')} (got: ${JSON.stringify(unknown)}).`,
    );
  };

/** A size in bytes, as `parseBytes` reads it. */
export const byteSize =
  (name: string, max: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const bytes = parseBytes(text);
    if (bytes !== undefined && bytes > 0 && bytes <= max) return bytes;
    const limit = max === Number.MAX_SAFE_INTEGER ? '' : ` up to ${max} bytes`;
    throw new InvalidArgumentError(
      `Expected ${name}${limit}, such as 65536, 64KiB or 1.5 MB (got: ${JSON.stringify(text)}).`,
    );
  };

/** A share, from a percentage. */
export const percent =
  (name: string) =>
  (text: string): number => {
    const share = parsePercent(text);
    if (share !== undefined) return share;
    throw new InvalidArgumentError(
      `Expected ${name}, ${PERCENT_FORMS} (got: ${JSON.stringify(text)}).`,
    );
  };
