import { rmSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HistpackError, systemReason } from '../errors.ts';
import { fileSource, type Source } from './source.ts';

/**
 * Copies a stream to a temporary file, so that it can be read more than once and at any position.
 * The file goes away when the source is closed and when the copying fails; `cleanups` holds how to
 * remove it at once meanwhile.
 * @throws {HistpackError} `E_READ` where the stream or the temporary file fails.
 */
export async function spool(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  cleanups: Set<() => void> = new Set(),
): Promise<Source> {
  try {
    return await copy(stream, name, cleanups);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw new HistpackError(
      {
        code: 'E_READ',
        message: `cannot keep ${name} in a temporary file: ${reason}`,
        file: name,
        hint: `see that there is room in ${tmpdir()}, or set TMPDIR`,
      },
      { cause: error },
    );
  }
}

async function copy(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  cleanups: Set<() => void>,
): Promise<Source> {
  const directory = await mkdtemp(join(tmpdir(), 'histpack-'));
  const removeNow = (): void => rmSync(directory, { recursive: true, force: true });
  cleanups.add(removeNow);
  const remove = async (): Promise<void> => {
    await rm(directory, { recursive: true, force: true });
    cleanups.delete(removeNow);
  };
  try {
    const handle = await open(join(directory, 'spool'), 'wx+', 0o600);
    let size = 0;
    try {
      for await (const bytes of stream) {
        for (let written = 0; written < bytes.length; ) {
          written += (await handle.write(bytes, written)).bytesWritten;
        }
        size += bytes.length;
      }
    } catch (error) {
      await handle.close();
      throw error;
    }
    return fileSource(handle, name, size, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}
