import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { largeLogLines } from '../../samples/large-log.ts';
import { eventLine, headerLine } from '../support/logs.ts';
import { storedFrame } from '../support/zstd.ts';

/** Characters gathered before they are written. */
const BATCH_CHARS = 1 << 20;

/** Large logs on disk, written without ever being held in memory. */

/** A finished session of about so many decoded bytes, in frames of whole lines by the zstd CLI. */
export async function writeLargeLog(path: string, bytes: number, packed: boolean): Promise<number> {
  const lines = largeLogLines({ bytes, packed, manyTurns: false });
  const header = `${lines.next().value}\n`;
  const file = createWriteStream(path);
  file.write(storedFrame(header));
  const zstd = spawn('zstd', ['-q', '-1', '--check', '-c'], { stdio: ['pipe', 'pipe', 'inherit'] });
  zstd.stdout.pipe(file);
  let text = '';
  let decoded = header.length;
  const flush = async (): Promise<void> => {
    decoded += text.length; // the vocabulary is ASCII
    const isFull = !zstd.stdin.write(text);
    text = '';
    if (isFull) await once(zstd.stdin, 'drain');
  };
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length >= BATCH_CHARS) await flush();
  }
  await flush();
  zstd.stdin.end();
  await once(file, 'close');
  return decoded;
}

/** A log of so many events, each in a frame of its own. */
export async function writeFrameALine(path: string, events: number): Promise<void> {
  const file = createWriteStream(path);
  file.write(storedFrame(`${headerLine()}\n`));
  for (let seq = 0; seq < events; seq++) {
    const line = eventLine(seq, 'permission/preset', { text: `event ${seq}` });
    if (!file.write(storedFrame(`${line}\n`))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}
