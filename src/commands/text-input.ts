import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Context } from '../context.ts';
import { HistpackError, systemReason } from '../errors.ts';

/**
 * The whole of a text file, or of stdin for `-`: lists and results, never logs.
 * @throws {HistpackError} `E_READ`
 */
export async function readTextInput(file: string, { stdin, cwd }: Context): Promise<string> {
  if (file === '-') return text(stdin);
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    const reason = systemReason(error) ?? String(error);
    throw new HistpackError(
      { code: 'E_READ', message: `cannot read ${file}: ${reason}`, file },
      { cause: error },
    );
  }
}
