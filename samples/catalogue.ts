import { Random } from '../src/sample/random.ts';
import { compactionSession } from './sessions/compaction.ts';
import { everydaySession } from './sessions/everyday.ts';
import { interruptedSession } from './sessions/interrupted.ts';
import { longAnswerSession } from './sessions/long-answer.ts';
import { textSession } from './sessions/text.ts';
import { toolsSession } from './sessions/tools.ts';
import { type Lines, mixedLines, packedLines, unpackedLines } from './storage.ts';

const MIXED_SEED = 7;

/** The committed samples by file name: adding one is one line here and one in README.md. */
export const SAMPLES: Readonly<Record<string, () => Lines>> = {
  'packed.jsonl': () => packedLines(everydaySession()),
  'unpacked.jsonl': () => unpackedLines(everydaySession()),
  'mixed.jsonl': () => mixedLines(everydaySession(), new Random(MIXED_SEED)),
  'interrupted.jsonl': () => packedLines(interruptedSession()),
  'tools.jsonl': () => packedLines(toolsSession()),
  'compaction.jsonl': () => packedLines(compactionSession()),
  'text.jsonl': () => packedLines(textSession()),
  'long-answer.jsonl': () => packedLines(longAnswerSession()),
};

/** The bytes of a sample as text: each line ends in a line feed. */
export const sampleText = (lines: Lines): string => lines.map((line) => `${line}\n`).join('');
