import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { syntheticLines } from '../src/sample/note-log.ts';
import { SAMPLES, sampleText } from './catalogue.ts';
import { largeLogLines } from './large-log.ts';
import { writeLines } from './write-lines.ts';

const USAGE = `usage: npm run samples                                  rewrite the samples of this folder
       npm run samples -- --synthetic FILE [--packed]   the note's synthetic benchmark log
       npm run samples -- --large FILE --bytes N [--packed] [--many-turns]`;

/** Rewrites the committed samples; `npm` runs scripts in the package's own folder. */
async function writeSamples(directory: string): Promise<void> {
  for (const [name, lines] of Object.entries(SAMPLES)) {
    await writeFile(join(directory, name), sampleText(lines()));
  }
}

const { values } = parseArgs({
  options: {
    synthetic: { type: 'string' },
    large: { type: 'string' },
    bytes: { type: 'string' },
    packed: { type: 'boolean', default: false },
    'many-turns': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const { synthetic, large, packed, 'many-turns': manyTurns } = values;

if (values.help) console.log(USAGE);
else if (synthetic !== undefined) await writeLines(synthetic, syntheticLines({ packed }));
else if (large !== undefined) {
  const bytes = Number(values.bytes);
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new RangeError(`--bytes: a size\n${USAGE}`);
  await writeLines(large, largeLogLines({ bytes, packed, manyTurns }));
} else await writeSamples('samples');
