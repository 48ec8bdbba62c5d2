import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Warning } from '../../../src/errors.ts';
import { run } from '../../support/context.ts';

/** Compressing the results well would only cost time. */
const FAST = ['--brotli-quality', '1', '--gzip-level', '1'];

/** Warnings about how a log is compressed; all others must be the same for every form. */
const ABOUT_ENCODING: ReadonlySet<Warning['code']> = new Set([
  ...(['W_ENCODING', 'W_HEADER_FRAME', 'W_NO_CHECKSUM', 'W_SKIPPABLE_FRAME'] as const),
]);

/**
 * Writes forms of one log into a directory and gives what `measure --json` says of each, without
 * what may differ between encodings: all of them should be equal.
 */
export async function measureForms(
  directory: string,
  forms: Readonly<Record<string, string | Uint8Array>>,
  ...flags: readonly string[]
): Promise<unknown[]> {
  const files = Object.entries(forms).map(([form, bytes]) => {
    const file = join(directory, form);
    writeFileSync(file, bytes);
    return file;
  });
  const { exitCode, stdout } = await run(['measure', '--json', ...FAST, ...flags, ...files]);
  expect(exitCode).toBe(0);
  const { measurements } = JSON.parse(stdout);
  return measurements.map((measurement: { warnings: Warning[] }) => ({
    ...measurement,
    file: undefined,
    encoding: undefined,
    warnings: measurement.warnings
      .filter(({ code }) => !ABOUT_ENCODING.has(code))
      .map((warning) => ({ ...warning, file: undefined })),
  }));
}
