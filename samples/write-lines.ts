import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lineBatches } from '../src/sample/line-batches.ts';

/** Writes lines to a file as fast as the disk takes them: the generator waits for the stream. */
export async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  // High-water mark 1: one batch in flight, not sixteen.
  const batches = Readable.from(lineBatches(lines), { objectMode: true, highWaterMark: 1 });
  await pipeline(batches, createWriteStream(file));
}
