import { isAscii, isUtf8 } from 'node:buffer';
import { HistpackError } from '../errors.ts';
import type { Frame, Piece } from './encodings/encoding.ts';

/** One or more whole lines as text, and where they stand. */
export interface Block {
  /** Every line with its `\n`. */
  readonly text: string;
  readonly bytes: Buffer;
  /** Number of the first line, counted from 1. */
  readonly line: number;
  /** Of the first line in the decoded text. */
  readonly byteOffset: number;
  /** The frame in which the first line starts. */
  readonly frame: Frame | undefined;
  /** Set where the block is one line that is no UTF-8: the offset of the first bad byte. */
  readonly badByteOffset?: number;
}

export interface BlockLimits {
  /** Bytes that a line may have, its `\n` included. */
  readonly maxLineBytes: number;
}

/** What is left when the text ends without a newline. */
export interface Remainder {
  readonly bytes: number;
  readonly line: number;
  readonly byteOffset: number;
  readonly frame: Frame | undefined;
}

const NEWLINE = 0x0a;

/**
 * Bytes of a block, unless a line is longer. V8 keeps strings of 128 KiB and more in a space where
 * each costs fifty times what its characters do (measured on Node 20).
 */
const BLOCK_BYTES = 64 * 1024;

/**
 * Cuts decoded text into blocks of whole lines. Holds one unfinished line and no more; ASCII text,
 * the normal case, becomes a string without being looked at byte by byte.
 */
export class BlockCutter {
  readonly #limits: BlockLimits;
  #unfinished: Buffer[] = [];
  #unfinishedBytes = 0;
  #unfinishedFrame: Frame | undefined;
  #line = 1;
  #byteOffset = 0;

  constructor(limits: BlockLimits) {
    this.#limits = limits;
  }

  /** `cut`, all at once. */
  push(piece: Piece): Block[] {
    return [...this.cut(piece)];
  }

  /** Adds text and gives the lines that it completes; those before a line that is refused, too. */
  *cut({ bytes, frame }: Piece): Generator<Block, undefined, undefined> {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#keep(bytes, frame);
      return;
    }
    let start = 0;
    if (this.#unfinishedBytes > 0) {
      start = bytes.indexOf(NEWLINE) + 1;
      const lineStartFrame = this.#unfinishedFrame;
      this.#keep(bytes.subarray(0, start), frame);
      const line = Buffer.concat(this.#unfinished);
      this.#unfinished = [];
      this.#unfinishedBytes = 0;
      yield* this.#add(line, lineStartFrame);
    }
    while (start < end) {
      const cut = start + BLOCK_BYTES;
      const newline = cut < end ? bytes.lastIndexOf(NEWLINE, cut - 1) : end - 1;
      const blockEnd = (newline >= start ? newline : bytes.indexOf(NEWLINE, cut)) + 1;
      yield* this.#add(bytes.subarray(start, blockEnd), frame);
      start = blockEnd;
    }
    if (end < bytes.length) this.#keep(bytes.subarray(end), frame);
  }

  /** The unfinished last line, if the text ends in one. */
  remainder(): Remainder | undefined {
    if (this.#unfinishedBytes === 0) return undefined;
    return {
      bytes: this.#unfinishedBytes,
      line: this.#line,
      byteOffset: this.#byteOffset,
      frame: this.#unfinishedFrame,
    };
  }

  /** The number of the line that is unfinished, or comes next. */
  get line(): number {
    return this.#line;
  }

  /** Bytes of decoded text seen so far. */
  get decodedBytes(): number {
    return this.#byteOffset + this.#unfinishedBytes;
  }

  #keep(bytes: Buffer, frame: Frame | undefined): void {
    if (bytes.length === 0) return;
    if (this.#unfinishedBytes === 0) this.#unfinishedFrame = frame;
    this.#unfinished.push(bytes);
    this.#unfinishedBytes += bytes.length;
    const { maxLineBytes } = this.#limits;
    if (this.#unfinishedBytes > maxLineBytes) this.#refuse(this.#unfinishedFrame);
  }

  #refuse(frame: Frame | undefined): never {
    const { maxLineBytes } = this.#limits;
    throw new HistpackError({
      code: 'E_LIMIT',
      message: `the line is longer than ${maxLineBytes} bytes (--max-line)`,
      line: this.#line,
      byteOffset: this.#byteOffset,
      frame: frame?.index,
      frameOffset: frame?.byteOffset,
      detail: { what: 'line bytes', limit: maxLineBytes },
    });
  }

  *#add(bytes: Buffer, frame: Frame | undefined): Generator<Block, undefined, undefined> {
    const text = textOf(bytes);
    if (text === undefined || bytes.length > this.#limits.maxLineBytes) {
      yield* this.#addLines(bytes, frame);
      return;
    }
    const [line, byteOffset] = [this.#line, this.#byteOffset];
    this.#line += countLines(text);
    this.#byteOffset += bytes.length;
    yield { text, bytes, line, byteOffset, frame };
  }

  /** The slow way, for a block with a bad byte or a line that may be too long: a block a line. */
  *#addLines(bytes: Buffer, frame: Frame | undefined): Generator<Block, undefined, undefined> {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, start) + 1;
      const line = bytes.subarray(start, end);
      if (line.length > this.#limits.maxLineBytes) this.#refuse(frame);
      const text = textOf(line);
      const place = { bytes: line, line: this.#line, byteOffset: this.#byteOffset, frame };
      this.#line += 1;
      this.#byteOffset += line.length;
      start = end;
      if (text !== undefined) yield { text, ...place };
      else {
        const badByteOffset = place.byteOffset + validUtf8Length(line);
        yield { text: line.toString('utf8'), ...place, badByteOffset };
      }
    }
  }
}

const textOf = (bytes: Buffer): string | undefined => {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
};

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** The length of the longest valid UTF-8 prefix, by bisection: O(n log n), only where a line is bad. */
function validUtf8Length(bytes: Buffer): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    const text = new TextDecoder('utf-8', { fatal: true });
    try {
      text.decode(bytes.subarray(0, middle), { stream: true }); // an unfinished character is fine
      valid = middle;
    } catch {
      invalid = middle;
    }
  }
  // A character that was begun and goes wrong is bad from its first byte.
  while (!isUtf8(bytes.subarray(0, valid))) valid -= 1;
  return valid;
}

/** The offset in the decoded text of a character of a block. O(1) for ASCII. */
export function offsetInBlock(block: Block, position: number): number {
  const isAsciiBlock = block.text.length === block.bytes.length;
  return (
    block.byteOffset +
    (isAsciiBlock ? position : Buffer.byteLength(block.text.slice(0, position), 'utf8'))
  );
}
