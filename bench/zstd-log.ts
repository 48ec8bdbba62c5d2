import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Bytes of text in a frame, about: an append batch of a busy host. */
const BATCH_BYTES = 64 * 1024;
/** Frames made by one call of the CLI: a process a frame would take an hour a gigabyte. */
const FRAMES_PER_CALL = 1_024;
const NEWLINE = 0x0a;

/** zstd logs cannot be made on this machine; what needs them is skipped. */
export class ZstdMissing extends Error {}

/**
 * Compresses a log as dsh writes it: a checksummed frame with the header line alone, then a frame a
 * batch of lines, none with a content size. Every frame comes from the `zstd` command, so the sizes
 * are real; dsh's own would need a native package.
 * @throws {ZstdMissing} where there is no such command.
 */
export async function compressLog(raw: string, target: string): Promise<void> {
  const output = createWriteStream(target);
  const folder = await mkdtemp(join(dirname(target), 'frames-'));
  try {
    let batches: Buffer[] = [];
    for await (const batch of lineBatchesOf(raw)) {
      batches.push(batch);
      if (batches.length < FRAMES_PER_CALL) continue;
      output.write(await compressAll(folder, batches));
      batches = [];
    }
    output.end(await compressAll(folder, batches));
    await once(output, 'close');
  } finally {
    output.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The header line, then batches of whole lines; a line longer than a batch is one. */
async function* lineBatchesOf(file: string): AsyncGenerator<Buffer, void> {
  let isHeader = true;
  let rest = Buffer.alloc(0);
  for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 })) {
    let text: Buffer = Buffer.concat([rest, bytes as Buffer]);
    for (;;) {
      const end = isHeader ? text.indexOf(NEWLINE) + 1 : batchEnd(text);
      if (end === 0) break;
      yield text.subarray(0, end);
      text = text.subarray(end);
      isHeader = false;
    }
    rest = Buffer.from(text);
  }
  if (rest.length > 0) yield rest;
}

/** Where the batch that starts here ends; 0 where more must be read to know. */
function batchEnd(text: Buffer): number {
  if (text.length < BATCH_BYTES) return 0;
  const within = text.lastIndexOf(NEWLINE, BATCH_BYTES - 1) + 1;
  return within > 0 ? within : text.indexOf(NEWLINE, BATCH_BYTES) + 1;
}

/** One frame a batch, concatenated. */
async function compressAll(folder: string, batches: readonly Buffer[]): Promise<Buffer> {
  if (batches.length === 0) return Buffer.alloc(0);
  const names = batches.map((_, index) => String(index));
  await Promise.all(names.map((name, at) => writeFile(join(folder, name), batches[at] ?? '')));
  const flags = ['--quiet', '--force', '--check', '--no-content-size'];
  const child = spawn('zstd', [...flags, ...names], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit').catch((error: unknown) => {
    throw new ZstdMissing('no zstd command (apt-get install zstd)', { cause: error });
  });
  const [status] = await ended;
  if (status !== 0) throw new Error(`zstd ended with status ${status}`);
  return Buffer.concat(
    await Promise.all(names.map((name) => readFile(join(folder, `${name}.zst`)))),
  );
}
