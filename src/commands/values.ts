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
