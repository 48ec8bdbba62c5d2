/** The four bytes that begin a data frame, little endian (RFC 8878, 3.1.1). */
export const DATA_MAGIC = 0xfd2fb528;
/** The lowest of the sixteen skippable magics, 0x184D2A50 to 0x184D2A5F (RFC 8878, 3.1.2). */
export const SKIPPABLE_MAGIC = 0x184d2a50;
export const MAGIC_BYTES = 4;
/** Magic, descriptor, window descriptor, 4 bytes of dictionary id, 8 bytes of content size. */
export const FRAME_HEADER_MAX_BYTES = 18;
/** Magic and payload size. */
export const SKIPPABLE_HEADER_BYTES = 8;
/** No block is larger than this, whatever the window (RFC 8878, 3.1.1.2.4). */
export const BLOCK_MAX_BYTES = 128 * 1024;

/** The header of a frame that holds data. */
export interface DataFrameHeader {
  readonly kind: 'data';
  /** Length of the header itself, 6 to 18 bytes. */
  readonly headerBytes: number;
  /** How far back a match may reach; the content size in a single-segment frame. */
  readonly windowBytes: number;
  /** Upper bound of every block of the frame: the smaller of window and 128 KiB. */
  readonly blockMaxBytes: number;
  /** Declared decoded size; undefined when the frame does not declare one. */
  readonly contentSize: number | undefined;
  /** 0 when the frame needs no dictionary. */
  readonly dictionaryId: number;
  /** Whether the low 32 bits of the content's XXH64 follow the last block. */
  readonly hasChecksum: boolean;
}

/** The header of a frame that carries foreign data and decodes to nothing. */
export interface SkippableFrameHeader {
  readonly kind: 'skippable';
  readonly headerBytes: typeof SKIPPABLE_HEADER_BYTES;
  /** Which of the sixteen magics, 0 to 15. */
  readonly variant: number;
  readonly payloadBytes: number;
}

/** So far the bytes are a frame's beginning, but the header goes on behind them. */
export interface HeaderNeedsMore {
  readonly kind: 'need-more';
  /** Which header it is, as far as the bytes tell; `data` when there are none. */
  readonly frame: 'data' | 'skippable';
  /** How many bytes are needed to know more, counted from the frame's start. */
  readonly neededBytes: number;
}

/** The bytes do not begin a frame that can be read. */
export interface HeaderInvalid {
  readonly kind: 'invalid';
  readonly reason: 'not-a-frame' | 'reserved-bit' | 'content-size';
  /** Offset of the offending byte from the frame's start. */
  readonly at: number;
  readonly expected: string;
  readonly found: string;
}

export type FrameHeader = DataFrameHeader | SkippableFrameHeader | HeaderNeedsMore | HeaderInvalid;

const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;
/** The 2-byte content size field stores the size minus this. */
const TWO_BYTE_CONTENT_BIAS = 256;

/**
 * Reads the frame header that begins at `bytes[at]` (RFC 8878, 3.1.1.1 and 3.1.2). Pure; looks at
 * no more than 18 bytes. Faults are reported as soon as the byte that proves them is there.
 */
export function parseFrameHeader(bytes: Uint8Array, at = 0): FrameHeader {
  const available = bytes.length - at;
  if (available < MAGIC_BYTES) return parseMagicPrefix(bytes, at, available);
  const magic = readUint(bytes, at, 4);
  // Arithmetic instead of bit operators: those would make the magic negative.
  const variant = magic - SKIPPABLE_MAGIC;
  if (variant >= 0 && variant < 16) {
    if (available < SKIPPABLE_HEADER_BYTES) return needMore('skippable', SKIPPABLE_HEADER_BYTES);
    const payloadBytes = readUint(bytes, at + MAGIC_BYTES, 4);
    return { kind: 'skippable', headerBytes: SKIPPABLE_HEADER_BYTES, variant, payloadBytes };
  }
  if (magic !== DATA_MAGIC) return notAFrame(bytes, at, MAGIC_BYTES);
  return parseDataHeader(bytes, at, available);
}

function parseDataHeader(bytes: Uint8Array, at: number, available: number): FrameHeader {
  const descriptor = bytes[at + MAGIC_BYTES];
  if (descriptor === undefined) return needMore('data', MAGIC_BYTES + 1);
  if ((descriptor & 0b1000) !== 0) {
    const found = `descriptor ${hex([descriptor])}`;
    const expected = 'descriptor bit 3 to be 0';
    return { kind: 'invalid', reason: 'reserved-bit', at: MAGIC_BYTES, expected, found };
  }
  const singleSegment = (descriptor & 0b10_0000) !== 0;
  const windowFieldBytes = singleSegment ? 0 : 1;
  const dictionaryBytes = DICTIONARY_ID_BYTES[(descriptor & 0b11) as 0 | 1 | 2 | 3];
  const sizeFlag = (descriptor >> 6) as 0 | 1 | 2 | 3;
  const sizeBytes = sizeFlag === 0 && singleSegment ? 1 : CONTENT_SIZE_BYTES[sizeFlag];
  const headerBytes = MAGIC_BYTES + 1 + windowFieldBytes + dictionaryBytes + sizeBytes;
  if (available < headerBytes) return needMore('data', headerBytes);

  const dictionaryAt = at + MAGIC_BYTES + 1 + windowFieldBytes;
  const sizeAt = dictionaryAt + dictionaryBytes;
  const stored = readUint(bytes, sizeAt, sizeBytes);
  if (stored > Number.MAX_SAFE_INTEGER) {
    // The sum has been rounded, but only a size that no file system holds gets here.
    const expected = `a content size up to ${Number.MAX_SAFE_INTEGER}`;
    return {
      kind: 'invalid',
      reason: 'content-size',
      at: sizeAt - at,
      expected,
      found: `${stored}`,
    };
  }
  const contentSize =
    sizeBytes === 0 ? undefined : stored + (sizeBytes === 2 ? TWO_BYTE_CONTENT_BIAS : 0);
  const windowBytes = singleSegment
    ? (contentSize ?? 0)
    : windowFromDescriptor(bytes[at + MAGIC_BYTES + 1] ?? 0);
  return {
    kind: 'data',
    headerBytes,
    windowBytes,
    blockMaxBytes: Math.min(windowBytes, BLOCK_MAX_BYTES),
    contentSize,
    dictionaryId: readUint(bytes, dictionaryAt, dictionaryBytes),
    hasChecksum: (descriptor & 0b100) !== 0,
  };
}

/** Window size in bytes, 1 KiB to 3.75 TiB: 5 bits of exponent, 3 of mantissa (3.1.1.1.2). */
export function windowFromDescriptor(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 0b111);
}

function parseMagicPrefix(bytes: Uint8Array, at: number, available: number): FrameHeader {
  const matches = (magic: number, mask: number) => {
    for (let i = 0; i < available; i++) {
      const keep = i === 0 ? mask : 0xff;
      if (((bytes[at + i] ?? 0) & keep) !== ((magic >>> (8 * i)) & keep)) return false;
    }
    return true;
  };
  if (matches(DATA_MAGIC, 0xff)) return needMore('data', MAGIC_BYTES);
  if (matches(SKIPPABLE_MAGIC, 0xf0)) return needMore('skippable', MAGIC_BYTES);
  return notAFrame(bytes, at, available);
}

function needMore(frame: 'data' | 'skippable', neededBytes: number): HeaderNeedsMore {
  return { kind: 'need-more', frame, neededBytes };
}

function notAFrame(bytes: Uint8Array, at: number, length: number): HeaderInvalid {
  const expected = 'a frame magic, 28 b5 2f fd or 50..5f 2a 4d 18';
  const found = hex(bytes.subarray(at, at + length));
  return { kind: 'invalid', reason: 'not-a-frame', at: 0, expected, found };
}

/** Little endian, 0 to 8 bytes; exact up to 2^53. */
function readUint(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = length - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

function hex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
