import type { Random } from '../src/sample/random.ts';
import { ADJECTIVES, NOUNS, VERBS } from '../src/sample/words.ts';

/** Where a text breaks into tokens: word pieces with their leading space, digits, marks, white space. */
const TOKEN = / ?\p{Lu}?\p{Ll}{1,10}| ?\p{Lu}| ?\d{1,3}|\s+| ?[^\s\p{L}\d]{1,2}|./gu;

const REASONS: readonly string[] = [
  'because the order of the events is part of the data',
  'so a reader never has to guess',
  'and nothing else is allowed to move',
  'before the next page is asked for',
  'even when the answer is not finished yet',
  'which keeps the memory of the client bounded',
  'unless the log says otherwise',
  'as the test in the same directory shows',
];

/** The tokens of a text, as a model might stream it; joined, they are the text again. */
export function tokenize(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** One sentence of well-formed and pointless technical English. */
function sentence(random: Random): string {
  const thing = (): string =>
    random.chance(0.4) ? `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}` : random.pick(NOUNS);
  const core = `he ${thing()} ${random.pick(VERBS)} the ${thing()}`;
  const body = random.chance(0.3) ? `${core} and ${random.pick(VERBS)} the ${thing()}` : core;
  const start = random.chance(0.2) ? `In step ${random.integer(1, 40)}, t` : 'T';
  return `${start}${body}${random.chance(0.4) ? `, ${random.pick(REASONS)}` : ''}.`;
}

/** A few sentences, or a heading, a list or a code block, as answers in Markdown have them. */
function paragraph(random: Random): string {
  const shape = random.integer(0, 9);
  if (shape === 0) return `## The ${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`;
  if (shape === 1) {
    const [type, from, to] = [random.pick(NOUNS), random.pick(NOUNS), random.pick(NOUNS)];
    return `\`\`\`ts\nconst ${to} = open("${from}.jsonl");\nfor (const ${type} of ${to}) {\n\twrite(${type}.${from});\n}\n\`\`\``;
  }
  const sentences = Array.from({ length: random.integer(2, 5) }, () => sentence(random));
  return shape === 2 ? sentences.map((text) => `- ${text}`).join('\n') : sentences.join(' ');
}

/** Exactly `count` tokens of prose. */
export function proseTokens(random: Random, count: number): string[] {
  const tokens: string[] = [];
  while (tokens.length < count) {
    for (const token of tokenize(`${paragraph(random)}\n\n`)) tokens.push(token);
  }
  return tokens.slice(0, count);
}
