import type { Random } from './random.ts';

/** The words that sample prose and sample tokens are made of. */
export const NOUNS: readonly string[] =
  `answer archive batch block boundary branch browser buffer builder cache caller channel checkpoint
  checksum chunk client codec column command compiler configuration connection counter cursor decoder
  default delta descriptor directory document encoder endpoint entry envelope error event example
  failure field file fragment frame function generation handler header history identifier implementation
  index input instruction interface interval iterator journal kernel language layer library limit line
  listener loader log marker measurement member memory message method model module neighbour network
  number object offset operation option order output owner packet page parser path payload pipeline
  position prefix process projection promise protocol provider query queue reader reason record
  reference registry release repository representation request resource response result revision row
  run schema segment sequence serializer server session shell signal snapshot socket source stack state
  statement step storage stream string structure summary surface symbol table task template terminal
  test thread timeout timestamp token tool transaction transport tree turn validator value variable
  version watermark window worker workspace writer`
    .trim()
    .split(/\s+/);

export const VERBS: readonly string[] =
  `accepts allocates appends buffers carries checks closes collects compares compresses copies counts
  covers decodes delivers describes drops emits encodes expands extends flushes follows formats groups
  holds ignores keeps limits loads locates marks measures merges moves names needs opens orders packs
  parses prints produces reads receives records refuses releases repairs replaces replays reports
  requests resolves restores returns scans selects sends serialises skips splits stores streams tests
  tracks trims truncates updates validates verifies wraps writes`
    .trim()
    .split(/\s+/);

export const ADJECTIVES: readonly string[] =
  `actual additional bounded cheap complete compact contiguous corrupt deterministic durable early empty
  exact expensive explicit first incomplete inclusive independent interrupted large last logical lossless
  lossy malformed missing narrow nested next older optional ordinary packed partial plain previous
  private raw readable recent redundant remote running safe second separate shared short silent simple
  single small stable stale strict synthetic torn unfinished unknown valid verbatim whole wide`
    .trim()
    .split(/\s+/);

const LINKS: readonly string[] = ['the', 'a', 'of', 'and', 'to', 'in', 'for', 'with', 'that', 'is'];
const MARKS: readonly string[] = [
  '.',
  ',',
  '\n',
  ':',
  ' `',
  '`',
  '\n\n',
  ' (',
  ')',
  ' "',
  '"',
  '-',
];

/**
 * Fragments as a provider streams them: marks, small words, and words with the small word before
 * them, since a delta often holds more than one token. The short and common ones come first, where
 * `Random.pickSkewed` meets them most. ASCII only; picked so, about ten characters on average.
 */
export function fragmentVocabulary(random: Random, size: number): string[] {
  const fragments = [...COMMON];
  while (fragments.length < size) fragments.push(wordFragment(random));
  return fragments;
}

/** Exactly `size` different fragments of the same sort; where words run out, numbered ones. */
export function distinctFragments(random: Random, size: number): string[] {
  const fragments = new Set(COMMON.slice(0, size));
  while (fragments.size < size) {
    const fragment = wordFragment(random);
    fragments.add(fragments.has(fragment) ? `${fragment} ${fragments.size}` : fragment);
  }
  return [...fragments];
}

const COMMON: readonly string[] = [...MARKS, ...LINKS.map((word) => ` ${word}`)];
const WORDS: readonly string[] = [...NOUNS, ...VERBS, ...ADJECTIVES];

function wordFragment(random: Random): string {
  const word = ` ${random.pick(WORDS)}`;
  const joined = random.chance(0.9) ? ` ${random.pick(LINKS)}${word}` : word;
  return random.chance(0.1) ? `${joined}${random.pick(MARKS)}` : joined;
}
