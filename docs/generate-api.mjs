/**
 * Writes docs/api.md from the docstrings of what the package exports: `npm run api`. It reads the
 * declarations of the build, so what stands there is what callers get.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ENTRIES = [
  ['histpack/codec', 'src/codec/index.d.ts'],
  ['histpack', 'src/index.d.ts'],
  ['histpack/schema', 'src/schema/index.d.ts'],
];

const BUILD = 'dist';
const EXPORT = /^export (?:type )?(?:\{([^}]*)\}|(\*)) from '([^']+)';/gm;
/** A docstring, if there is one, and the declaration behind it up to its end. */
const DECLARATION =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:declare )?(?:abstract )?(class|function|const|interface|type) (\w+)([\s\S]*?)(?=\n(?:\/\*\*|export |declare |interface |type |\/\/#|\}?\s*$)|\n$)/g;

/** The names that a module exports, each with the file that declares it. */
function exportsOf(file, seen = new Map()) {
  const text = readFileSync(join(BUILD, file), 'utf8');
  for (const [, names, star, from] of text.matchAll(EXPORT)) {
    const target = normalize(join(dirname(file), from.replace(/\.(js|ts)$/, '.d.ts')));
    if (star !== undefined) {
      exportsOf(target, seen);
      for (const name of declarationsOf(target).keys()) seen.set(name, target);
    } else {
      for (const name of names.split(',').map((each) => each.trim().replace(/^type /, ''))) {
        if (name !== '') seen.set(name, target);
      }
    }
  }
  return seen;
}

/** The exported declarations of a file: docstring, kind and first lines. */
function declarationsOf(file) {
  const text = readFileSync(join(BUILD, file), 'utf8');
  const found = new Map();
  for (const [, doc = '', kind, name, rest] of text.matchAll(DECLARATION)) {
    const signature = `${kind} ${name}${rest}`;
    const previous = found.get(name);
    if (previous === undefined) found.set(name, { kind, doc: docText(doc), signature });
  }
  return found;
}

const docText = (doc) =>
  doc
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();

/** Members stay out: the declaration files have them, and editors show them. */
function shortSignature({ kind, signature }) {
  const line = signature
    .split('\n')[0]
    .replace(/\s*\{$/, '')
    .trim();
  return kind === 'function' ? signature.replace(/\s+/g, ' ').trim() : line;
}

function section(title, entry, known) {
  const lines = [`## ${title}`, ''];
  const names = [...exportsOf(entry)].sort(([a], [b]) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  );
  for (const [name, file] of names) {
    if (known.has(name)) continue;
    known.add(name);
    const declaration = declarationsOf(file).get(name);
    if (declaration === undefined) continue;
    lines.push(`### ${name}`, '', '```ts', shortSignature(declaration), '```', '');
    if (declaration.doc !== '') lines.push(declaration.doc, '');
  }
  return lines;
}

export function apiReference() {
  const known = new Set();
  const intro = [
    '# API reference',
    '',
    'Made from the docstrings by `npm run api`. Members of classes and interfaces are in the declaration files. `histpack` also exports everything of `histpack/codec`.',
    '',
  ];
  const body = ENTRIES.flatMap(([title, entry]) => section(title, entry, known));
  return `${[...intro, ...body].join('\n').trimEnd()}\n`;
}

if (process.argv[2] === '--write') writeFileSync('docs/api.md', apiReference());
