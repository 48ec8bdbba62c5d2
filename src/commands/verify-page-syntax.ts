const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PLAIN = 0x20;

const CLOSE = { '[': ']', '{': '}' } as const;

/** What may come next. `first…` follows an opening bracket, where the closing one may come too. */
type Expected = 'value' | 'firstValue' | 'key' | 'firstKey' | 'end';

/** Where a token ends, or where it goes wrong. */
type TokenEnd = { readonly end: number } | { readonly wrong: number };

/**
 * Where a text stops being JSON: the position of the first character that no JSON text could have
 * there, the length of the text where it ends too early, undefined where it is JSON. For a message
 * after `JSON.parse` refused, which names a position only now and then. O(text), any depth.
 */
export function syntaxErrorAt(text: string): number | undefined {
  const open: (keyof typeof CLOSE)[] = [];
  let expected: Expected = 'value';
  for (let at = skipSpace(text, 0); ; at = skipSpace(text, at)) {
    const char = text[at];
    const inside = open.at(-1);
    if (expected === 'end' && inside === undefined) return at === text.length ? undefined : at;
    if (inside !== undefined && char === CLOSE[inside] && !isMidway(expected)) {
      open.pop();
      expected = 'end';
      at += 1;
    } else if (expected === 'end') {
      if (char !== ',') return at;
      expected = inside === '{' ? 'key' : 'value';
      at += 1;
    } else if (expected === 'key' || expected === 'firstKey') {
      const key = stringEnd(text, at);
      if ('wrong' in key) return key.wrong;
      at = skipSpace(text, key.end);
      if (text[at] !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (char === '[' || char === '{') {
      open.push(char);
      expected = char === '[' ? 'firstValue' : 'firstKey';
      at += 1;
    } else {
      const scalar = scalarEnd(text, at);
      if ('wrong' in scalar) return scalar.wrong;
      at = scalar.end;
      expected = 'end';
    }
  }
}

/** After a comma or a colon no bracket may close. */
const isMidway = (expected: Expected): boolean => expected === 'value' || expected === 'key';

const skipSpace = (text: string, at: number): number => at + (match(SPACE, text, at) ?? 0);

function scalarEnd(text: string, at: number): TokenEnd {
  if (text[at] === '"') return stringEnd(text, at);
  const length = match(WORD, text, at) ?? match(NUMBER, text, at);
  return length === undefined ? { wrong: at } : { end: at + length };
}

/** A loop and no expression, since a string may be longer than the stack of one. */
function stringEnd(text: string, from: number): TokenEnd {
  if (text[from] !== '"') return { wrong: from };
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return { end: at + 1 };
    if (code < FIRST_PLAIN) break;
    const length = code === BACKSLASH ? match(ESCAPE, text, at) : 1;
    if (length === undefined) break;
    at += length;
  }
  return { wrong: at };
}

/** The length of what a sticky expression matches at a position. */
function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length;
}
