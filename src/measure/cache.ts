import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { arch, versions } from 'node:process'; // constants, not the running process
import type { Selection } from '../codec/page.ts';
import { type Source, streamSource } from '../log/source.ts';
import type { Measurement, MeasureOptions } from './measure.ts';
import { REPORT_SCHEMA_VERSION } from './report.ts';

/** SHA-256 of a source's bytes, hexadecimal. */
export async function hashSource(source: Source): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of streamSource(source)) hash.update(bytes);
  return hash.digest('hex');
}

/** What a measurement depends on beside the content of the log. */
export type CacheOptions = Omit<MeasureOptions, 'onProgress' | 'selection' | 'oneShot'> & {
  readonly selection: Selection;
  readonly reading: unknown;
  readonly histpack: string;
};

/** Versions of the libraries whose output is counted. */
const ENGINES = [versions.zlib, versions.brotli, arch].join(' ');

/**
 * Results by content, so that an unchanged log costs one hash. Nothing that is wrong with the cache
 * is ever an error: what cannot be read or written is measured again.
 */
export class MeasurementCache {
  readonly #directory: string;
  readonly #options: string;

  constructor(directory: string, options: CacheOptions) {
    this.#directory = directory;
    this.#options = JSON.stringify([REPORT_SCHEMA_VERSION, ENGINES, options]);
  }

  /** The earlier result for a log of this content, under the name that it has now. */
  async read(sha256: string, file: string): Promise<Measurement | undefined> {
    try {
      const { checksum, text } = JSON.parse(await readFile(this.#path(sha256), 'utf8'));
      if (checksum !== sha256Of(text)) return undefined;
      const measurement: Measurement = JSON.parse(text);
      const warnings = measurement.warnings.map((warning) => ({ ...warning, file }));
      return { ...measurement, file, warnings };
    } catch {
      return undefined;
    }
  }

  async write(sha256: string, measurement: Measurement): Promise<void> {
    const text = JSON.stringify(measurement);
    const path = this.#path(sha256);
    const temporary = `${path}.${randomUUID()}`;
    try {
      await mkdir(this.#directory, { recursive: true });
      await writeFile(temporary, JSON.stringify({ checksum: sha256Of(text), text }));
      await rename(temporary, path);
    } catch {
      await rm(temporary, { force: true }).catch(() => {}); // measured again the next time
    }
  }

  #path(sha256: string): string {
    return join(this.#directory, `${sha256Of(`${sha256}\n${this.#options}`)}.json`);
  }
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
