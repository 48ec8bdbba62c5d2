/**
 * Frame headers for the engines, in place of the file's own: without checksum (we check it
 * ourselves, in every engine alike) and with a window no larger than the blocks can need. A writer
 * that streams declares windows of megabytes for frames of 200 bytes, and engines allocate them.
 */

/** The data magic, in file order. */
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/** Magic, descriptor, window: the shortest header with a window of our choice (RFC 8878, 3.1.1.1). */
export function plainHeader(windowBytes: number): Uint8Array {
  return header(6, 0, windowBytes);
}

/**
 * As long as a header can be, 18 bytes: with a dictionary id of 0 (none) and a content size field
 * of 0. Only for decoders that ignore the content size.
 */
export function paddedHeader(windowBytes: number): Uint8Array {
  return header(18, 0b1100_0011, windowBytes);
}

function header(length: number, descriptor: number, windowBytes: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(MAGIC);
  bytes[4] = descriptor;
  bytes[5] = windowDescriptor(windowBytes);
  return bytes;
}

/** The descriptor of the smallest window that holds `bytes`; at most 3.75 TiB (3.1.1.1.2). */
export function windowDescriptor(bytes: number): number {
  if (bytes <= 1024) return 0;
  const exponent = Math.floor(Math.log2(bytes));
  const eighths = Math.ceil((bytes - 2 ** exponent) / 2 ** (exponent - 3));
  // Eight eighths carry over into the exponent, which is what the sum does.
  return Math.min(255, ((exponent - 10) << 3) + eighths);
}
