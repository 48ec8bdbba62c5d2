import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Large enough that the cost of a write does not show, small enough to keep memory flat. */
const BATCH_CHARACTERS = 1 << 18;

/** The lines with their line feeds, in batches. */
export function* lineBatches(lines: Iterable<string>): Generator<string, void, undefined> {
  let batch = '';
  for (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield batch;
    batch = '';
  }
  if (batch !== '') yield batch;
}

/** Writes lines to a file as fast as the disk takes them: the generator waits for the stream. */
export async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  // High-water mark 1: one batch in flight, not sixteen.
  const batches = Readable.from(lineBatches(lines), { objectMode: true, highWaterMark: 1 });
  await pipeline(batches, createWriteStream(file));
}
