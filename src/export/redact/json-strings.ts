/** Where a string literal stands in a JSON text. */
export interface StringPlace {
  /** Whether it is the key of a member; else it is a value. */
  readonly isKey: boolean;
  /** For a value the key that it stands under, also through lists; empty at the top. */
  readonly key: string;
  /** Objects around it. */
  readonly depth: number;
}

/** Gives the new value of a string, of the same length in UTF-16 units; itself where it stays. */
export type Replace = (value: string, place: StringPlace) => string;

interface Container {
  readonly isObject: boolean;
  readonly depth: number;
  /** The key of the member that is being read; of a list the key that it stands under. */
  key: string;
  expectsKey: boolean;
}

const TOP: Container = { isObject: false, depth: 0, key: '', expectsKey: false };

/**
 * Rewrites the string literals of a JSON text in place: everything else stays as it is written, such
 * as big integers, duplicate keys and white space. Iterative, so nesting costs no stack. O(characters).
 * @param text must be JSON
 */
export function rewriteStrings(text: string, replace: Replace): string {
  const stack: Container[] = [];
  let container: Container = { ...TOP };
  let written = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '{':
      case '[': {
        const isObject = text[at] === '{';
        stack.push(container);
        const depth = container.depth + (isObject ? 1 : 0);
        container = { isObject, depth, key: container.key, expectsKey: isObject };
        break;
      }
      case '}':
      case ']':
        container = stack.pop() ?? { ...TOP };
        break;
      case ',':
        container.expectsKey = container.isObject;
        break;
      case '"': {
        const end = literalEnd(text, at);
        const literal = text.slice(at, end);
        const value: string = JSON.parse(literal);
        const { expectsKey: isKey, key, depth } = container;
        if (isKey) {
          container.key = value;
          container.expectsKey = false;
        }
        const replaced = replace(value, { isKey, key: isKey ? '' : key, depth });
        if (replaced !== value) {
          written += text.slice(from, at) + rewriteLiteral(literal, replaced);
          from = end;
        }
        at = end - 1;
        break;
      }
      default:
    }
  }
  return written + text.slice(from);
}

/** The position after the closing quote of the literal that starts at `start`. */
function literalEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const UNICODE_ESCAPE_CHARS = 6;

/**
 * A literal with other units, each spelled as the one that it stands for: plain, as a short escape,
 * or as `\uXXXX`, in capitals where that was.
 */
function rewriteLiteral(literal: string, value: string): string {
  if (!literal.includes('\\')) return `"${value}"`;
  let written = '"';
  let unit = 0;
  for (let at = 1; at < literal.length - 1; unit++) {
    if (literal[at] !== '\\') {
      written += value[unit];
      at += 1;
    } else if (literal[at + 1] !== 'u') {
      written += literal.slice(at, at + 2); // what has a short escape is never replaced
      at += 2;
    } else {
      const spelling = literal.slice(at, at + UNICODE_ESCAPE_CHARS);
      written += respell(spelling, value.charCodeAt(unit));
      at += UNICODE_ESCAPE_CHARS;
    }
  }
  return `${written}"`;
}

function respell(spelling: string, unit: number): string {
  if (Number.parseInt(spelling.slice(2), 16) === unit) return spelling;
  const digits = unit.toString(16).padStart(4, '0');
  return `\\u${/[A-F]/.test(spelling) ? digits.toUpperCase() : digits}`;
}
