import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory that is not there, and that not even root can make. */
export const NOWHERE = '/dev/null/nowhere';

/** A directory that goes away with the test that asks for it. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'histpack-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Writes a file into a directory, a new one by default, and gives its path. */
export function writeTemporary(
  text: string | Uint8Array,
  { directory = temporaryDirectory(), name = 'session.jsonl' } = {},
): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

/** The names in a directory, sorted. */
export const namesIn = (directory: string): string[] => readdirSync(directory).sort();
