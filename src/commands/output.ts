import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import { HistpackError, systemReason } from '../errors.ts';
import { inputFile } from './input.ts';

/** Where a result goes. */
export interface Output {
  /** Writes text or bytes; resolves when more may come. */
  write(text: string | Uint8Array): Promise<void>;
  /** Makes the result complete. */
  commit(): Promise<void>;
  /** Takes it back, as far as that is possible. */
  discard(): Promise<void>;
}

/**
 * Opens `--output`, or stdout without it. A file appears under its name only when it is complete:
 * it is written beside it, flushed to the disk and renamed.
 * @param inputs what must not be overwritten, as paths or as `inputIdentities`: a log is never
 *   modified in place.
 * @param options `overwrite: false` refuses to replace a file
 * @throws {HistpackError} `E_OUTPUT`
 */
export async function openOutput(
  path: string | undefined,
  context: Context,
  inputs: readonly string[] | Set<string>,
  { overwrite = true }: { readonly overwrite?: boolean } = {},
): Promise<Output> {
  if (path === undefined) return stdoutOutput(context);
  const target = resolve(context.cwd, path);
  try {
    const existing = await stat(target).catch(() => undefined);
    if (existing === undefined) return await fileOutput(target, path, context);
    if (existing.isDirectory()) throw refusal(path, 'is a directory');
    if (!existing.isFile()) return directOutput(await open(target, 'w'), path); // such as /dev/null
    const read = inputs instanceof Set ? inputs : await inputIdentities(inputs, context);
    if (read.has(identityOf(existing))) throw refusal(path, 'is the log that is read');
    if (!overwrite) throw refusal(path, 'exists already (--force replaces it)');
    return await fileOutput(await realpath(target), path, context);
  } catch (error) {
    throw asRefusal(error, path);
  }
}

const identityOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string =>
  `${dev}:${ino}`;

/** Which files some inputs are, by whatever names; stdin and what is not there is none. */
export async function inputIdentities(
  inputs: readonly string[],
  context: Context,
): Promise<Set<string>> {
  const identities = new Set<string>();
  for (const input of inputs) {
    const file = await inputFile(input, context);
    const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
    if (found !== undefined) identities.add(identityOf(found));
  }
  return identities;
}

/** Writes a result: it is complete once `write` has done its work, and taken back where that fails. */
export async function writeWhole<Result>(
  output: Output,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await write();
    await output.commit();
    return result;
  } catch (error) {
    await output.discard();
    throw error;
  }
}

function stdoutOutput({ stdout }: Context): Output {
  return {
    async write(text) {
      if (text === '' || stdout.write(text)) return;
      await new Promise<void>((resume) => {
        const done = (): void => {
          stdout.off('drain', done);
          stdout.off('close', done);
          resume();
        };
        stdout.on('drain', done);
        stdout.on('close', done); // the reader is gone: bin ends the program quietly
      });
    },
    commit: async () => {},
    discard: async () => {},
  };
}

async function fileOutput(target: string, shown: string, { cleanups }: Context): Promise<Output> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
  const handle = await open(temporary, 'wx');
  const removeNow = (): void => rmSync(temporary, { force: true });
  cleanups.add(removeNow);
  const remove = async (): Promise<void> => {
    await rm(temporary, { force: true });
    cleanups.delete(removeNow);
  };
  return {
    async write(text) {
      try {
        await handle.writeFile(text, 'utf8');
      } catch (error) {
        throw asRefusal(error, shown);
      }
    },
    async commit() {
      try {
        await handle.sync();
        await handle.close();
        await rename(temporary, target);
        cleanups.delete(removeNow);
      } catch (error) {
        await remove();
        throw asRefusal(error, shown);
      }
    },
    async discard() {
      await handle.close().catch(() => {}); // perhaps closed by a failed commit
      await remove();
    },
  };
}

const directOutput = (handle: FileHandle, shown: string): Output => ({
  async write(text) {
    try {
      await handle.writeFile(text, 'utf8');
    } catch (error) {
      throw asRefusal(error, shown);
    }
  },
  commit: () => handle.close(),
  discard: () => handle.close(),
});

const refusal = (path: string, reason: string, cause?: unknown): HistpackError => {
  const message = `cannot write ${path}: ${reason}`;
  const hint = isDiskFull(cause) ? 'make room, or choose another --output' : undefined;
  return new HistpackError(
    { code: 'E_OUTPUT', message, ...(hint === undefined ? {} : { hint }) },
    { cause },
  );
};

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code));

const asRefusal = (error: unknown, path: string): unknown => {
  if (error instanceof HistpackError) return error;
  const reason = systemReason(error);
  return reason === undefined ? error : refusal(path, reason, error);
};
