import fc from 'fast-check';

/** Another way to write a line of JSON. */
export type Respelling = (line: string) => string;

const edit =
  (pattern: RegExp, replacement: string): Respelling =>
  (line) =>
    line.replace(pattern, replacement);

// No string holds `"key":` unescaped, so these patterns find keys and nothing else.
const KEY = /"(type|seq|time|data|turn|step|chunk|index|id|name|text|argumentsDelta)":/g;

const reversed: Respelling = (line) =>
  JSON.stringify(JSON.parse(line), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  );

/** Ways to write a line that leave every value in it as it is. */
export const respelling: fc.Arbitrary<Respelling> = fc.constantFrom<Respelling>(
  (line) => line,
  (line) => line,
  reversed,
  edit(KEY, '"$1" : '),
  edit(/^\{/, '{\t'),
  edit(/"turn":(-?\d+)(?=[,}])/, '"turn":$1.0'),
  edit(/"seq":(\d+)(?=[,}])/, '"seq":$1.0e0'),
  edit(/"type":"a/, '"type":"\\u0061'),
  edit(/assistant\//, 'assistant\\/'),
  edit(/"step":/, '"st\\u0065p":'),
  edit(/"index":/, '"index":7,"index":'), // a key twice: the last one counts
);

/** Texts that break a string, or that JSON.stringify would write in another way. */
const pieces = [
  ...['\\u0041', '\\/', '\\u0000', '\\u001f', '\\u001F', '\\b', '\\u0008', '\\n', '\\"', '\\\\'],
  ...['\\ud83d', '\\uD83D', '\\ud83d\\ude00', '\\', '\\u00', '\\x', '"', '\ud83d', '\ude00', '😀'],
  ...['\t', '\r', '\n', '\u0000', '\u001f', '\u007f', '\u2028', '\ufeff', 'é', ' ', '0', '9', '-'],
  ...['.', 'e', '{', '}', ',', ':'],
];

const SEQ = /"seq":-?\d+/;
const TIME = /"time":-?\d+/;
const FRAGMENT = /"(text|argumentsDelta)":"/;

const damage = fc.constantFrom<Respelling>(
  ...[
    '-0',
    '1e3',
    '1.0',
    '00',
    '007',
    '-5',
    '1e400',
    '99999999999999999999',
    '1000000000000000',
  ].flatMap((number) => [edit(SEQ, `"seq":${number}`), edit(TIME, `"time":${number}`)]),
  edit(SEQ, '"seq":'),
  edit(TIME, '"time":"1"'),
  edit(/"seq":(\d+)/, '"seq":0$1'),
  edit(/"seq":(\d+)/, '"seq":$11'),
  edit(/"time":(\d+)/, '"time":$1 '),
  edit(/text-delta/, 'reasoning-delta'),
  edit(/"turn":/, '"turn":1'),
  edit(/"index":/, '"index":-'),
  edit(/"name":"[^"]*",/, ''),
  edit(/"id":"/, '"id":"x'),
  edit(/$/, '\r'),
  edit(/^/, ' '),
  edit(/\}$/, ',"ignorable":true}'),
);

const inFragment = fc
  .constantFrom(...pieces)
  .map<Respelling>((piece) => (line) => line.replace(FRAGMENT, (key) => key + piece));

const anywhere = fc
  .tuple(fc.nat(300), fc.nat(3), fc.constantFrom('', ...pieces))
  .map<Respelling>(([where, gone, piece]) => (line) => {
    const at = where % (line.length + 1);
    return line.slice(0, at) + piece + line.slice(at + gone);
  });

/** Any change to a line: harmless, damaging, or one that makes another delta of it. */
export const anySpelling: fc.Arbitrary<Respelling> = fc.oneof(
  respelling,
  damage,
  inFragment,
  anywhere,
);
