import { type FileHandle, open } from 'node:fs/promises';
import { HistpackError, systemReason } from '../errors.ts';

/** Bytes that can be read at any position, as often as a command needs. */
export interface Source {
  /** What people call it: a path, or `<stdin>`. */
  readonly name: string;
  /** Bytes. A log that grows while it is read is taken as it was when it was opened. */
  readonly size: number;
  /** Up to `length` bytes at `offset`; fewer only where the source ends. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Bytes asked of the operating system at a time: large enough to hide the cost of a call. */
const READ_BYTES = 256 * 1024;

/**
 * Opens a file for reading.
 * @throws {HistpackError} `E_READ` where it is missing, a directory or unreadable.
 */
export async function openFile(path: string, name = path): Promise<Source> {
  try {
    const handle = await open(path, 'r');
    const stat = await handle.stat();
    if (stat.isDirectory()) {
      await handle.close();
      throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
    }
    return fileSource(handle, name, stat.size);
  } catch (error) {
    const reason = systemReason(error) ?? String(error);
    throw new HistpackError(
      { code: 'E_READ', message: `cannot read ${name}: ${reason}`, file: name },
      { cause: error },
    );
  }
}

/** A source over an open file; `onClose` runs after it is closed. */
export function fileSource(
  handle: FileHandle,
  name: string,
  size: number,
  onClose: () => Promise<void> = async () => {},
): Source {
  return {
    name,
    size,
    async read(offset, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(
          bytes,
          filled,
          bytes.length - filled,
          offset + filled,
        );
        if (bytesRead === 0) break; // truncated since it was opened
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    async close() {
      await handle.close();
      await onClose();
    },
  };
}

/** A source over bytes in memory. */
export const memorySource = (bytes: Uint8Array, name = '<memory>'): Source => ({
  name,
  size: bytes.length,
  read: async (offset, length) => Buffer.from(bytes.subarray(offset, offset + length)),
  close: async () => {},
});

/** The bytes of a source in order, in pieces. */
export async function* streamSource(
  source: Source,
  from = 0,
  to = source.size,
): AsyncGenerator<Buffer> {
  const readAt = (offset: number) => source.read(offset, Math.min(READ_BYTES, to - offset));
  let offset = from;
  let next = readAt(offset);
  while (offset < to) {
    const bytes = await next;
    if (bytes.length === 0) return;
    offset += bytes.length;
    if (offset < to) {
      next = readAt(offset); // the disk works while the caller does
      next.catch(() => {}); // told when it is awaited, or never when the caller has had enough
    }
    yield bytes;
  }
}
