const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];
const SPACE = 0x20; // JSON's white space and no other character outside strings is this or below

/**
 * The text of the value that stands under nested keys, as written; undefined where there is none.
 * `text` must be valid JSON. Of equal keys the last counts, as in `JSON.parse`. No recursion, so
 * that depth does no harm. O(text) for each key.
 */
export function valueSlice(text: string, path: readonly string[]): string | undefined {
  let at = skipSpace(text, 0);
  let end = text.length;
  for (const key of path) {
    const member = findMember(text, at, key);
    if (member === undefined) return undefined;
    [at, end] = member;
  }
  return text.slice(at, end);
}

/** Start and end of a member's value in the object at `at`. */
function findMember(text: string, at: number, key: string): [number, number] | undefined {
  if (text.charCodeAt(at) !== OBJECT) return undefined;
  let found: [number, number] | undefined;
  let next = skipSpace(text, at + 1);
  while (text.charCodeAt(next) === QUOTE) {
    const keyEnd = skipString(text, next);
    const name = text.slice(next + 1, keyEnd - 1);
    const isSame = name === key || (name.includes('\\') && JSON.parse(`"${name}"`) === key);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1); // over the colon
    const end = skipValue(text, start);
    if (isSame) found = [start, end];
    next = skipSpace(text, end);
    if (text.charCodeAt(next) === COMMA) next = skipSpace(text, next + 1);
  }
  return found;
}

/** Where the value at `at` ends. */
function skipValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return skipString(text, at);
  return first === OBJECT || first === LIST ? skipNested(text, at) : skipWord(text, at);
}

function skipNested(text: string, at: number): number {
  let depth = 0;
  for (let next = at; next < text.length; ) {
    const code = text.charCodeAt(next);
    if (code === QUOTE) {
      next = skipString(text, next);
      continue;
    }
    next += 1;
    if (code === OBJECT || code === LIST) depth += 1;
    else if (code === OBJECT_END || code === LIST_END) depth -= 1;
    if (depth === 0) return next;
  }
  return text.length;
}

/** A number, `true`, `false` or `null`: up to what cannot belong to it. */
function skipWord(text: string, at: number): number {
  let next = at;
  while (next < text.length && !endsWord(text.charCodeAt(next))) next += 1;
  return next;
}

const endsWord = (code: number): boolean =>
  code <= SPACE || code === COMMA || code === OBJECT_END || code === LIST_END;

/** The quote that ends a string has an even number of backslashes before it. */
function skipString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote > 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - 1 - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) <= SPACE) next += 1; // NaN, past the end, compares false
  return next;
}
