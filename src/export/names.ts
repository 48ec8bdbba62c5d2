import { createHash } from 'node:crypto';
import { parseLogName } from '../log/discovery.ts';
import type { EncoderName } from './encoders.ts';
import type { ExportFormat } from './formats.ts';

/** What a file of each format ends in. */
const FORMAT_EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  json: '.json',
  ndjson: '.ndjson',
  log: '.jsonl',
  csv: '.csv',
  parquet: '.parquet',
};

const ENCODING_EXTENSIONS: Readonly<Record<EncoderName, string>> = {
  none: '',
  gzip: '.gz',
  br: '.br',
  zstd: '.zst',
};

/** What a file of a format and an encoding ends in; a zstd log as dsh has it. */
export const extensionOf = (format: ExportFormat, encoding: EncoderName): string =>
  format === 'log' && encoding === 'zstd'
    ? '.jsonl.zstd'
    : FORMAT_EXTENSIONS[format] + ENCODING_EXTENSIONS[encoding];

/** File names end at 255 bytes; this leaves room for the extension, a number and `.….part`. */
const MAX_STEM_CHARS = 120;
const HASH_CHARS = 16;

/**
 * Gives each session of an export a file name of its own, in the order of asking: the session id,
 * with `-2`, `-3`, … where an id comes again. An id is anything a header holds, so characters
 * outside `[A-Za-z0-9._-]` become `~XXXX`, as in dsh's own directories, and so does a dot that
 * would hide the file. Names that differ in case alone count as the same: some disks think so.
 */
export class ExportNames {
  readonly #extension: string;
  readonly #taken = new Set<string>();

  constructor(extension: string) {
    this.#extension = extension;
  }

  next(sessionId: string): string {
    const stem = stemOf(sessionId, this.#extension);
    for (let copy = 1; ; copy++) {
      const name = `${stem}${copy === 1 ? '' : `-${copy}`}${this.#extension}`;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

function stemOf(sessionId: string, extension: string): string {
  const escaped = sessionId.replace(/^\.|[^A-Za-z0-9._-]/g, escapeUnit) || '_';
  const hash = createHash('sha256').update(sessionId).digest('hex').slice(0, HASH_CHARS);
  const stem =
    escaped.length <= MAX_STEM_CHARS ? escaped : `${escaped.slice(0, MAX_STEM_CHARS)}-${hash}`;
  // `session.v3.jsonl` would promise a format.
  return parseLogName(stem + extension) === undefined ? stem : `_${stem}`;
}

const escapeUnit = (unit: string): string =>
  `~${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
