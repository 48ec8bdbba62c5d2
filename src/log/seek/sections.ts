/**
 * A log cut into sections of whole lines that can be read one by one, in any order. Raw text is
 * cut every so many bytes, a zstd log at its frames.
 */
export interface Sections {
  /** Sections are counted from 0; the header line is in none of them. */
  readonly count: number;
  /**
   * The lines that begin in a section, each with its `\n`; none where a long line passes through.
   * An unterminated last line of the log is left out.
   * @throws {SeekRefused} where the log cannot be cut like this.
   */
  read(index: number): Promise<Buffer>;
  /**
   * The first line of what `read` gives, at a fraction of its cost; undefined where that takes
   * `read`. Absent where it always does.
   */
  readonly probe?: (index: number) => Promise<Buffer | undefined>;
  /**
   * The first section in which something wrong may be a torn tail; before it, it is corruption.
   * Nothing that stands in a complete frame was torn.
   */
  readonly tornFrom: number;
  /** What was left out at the end of the log: bytes without a newline, or a frame that was cut off. */
  readonly tornTail: TornTail | undefined;
}

export interface TornTail {
  readonly byteOffset: number;
  readonly bytes: number;
  /** The number of the frame that was cut off. */
  readonly frame?: number;
}

/** The log does not let a page be found without reading all of it; the message says why. */
export class SeekRefused extends Error {
  override readonly name = 'SeekRefused';
}

/** Sections kept: a search reads neighbours again, a page its own start. */
const KEPT = 8;
/** Bytes kept, unless one section alone has more: lines may be huge. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** Lines kept of probes: a page makes two searches, which begin alike. */
const KEPT_PROBES = 64;

/** Remembers the latest sections, and the first probes. */
export function cached(sections: Sections): Sections {
  const kept = new Map<number, Buffer>();
  const probes = new Map<number, Buffer | undefined>();
  const { probe } = sections;
  let keptBytes = 0;
  return {
    ...sections,
    ...(probe === undefined
      ? {}
      : {
          async probe(index: number) {
            if (probes.has(index)) return probes.get(index);
            const line = await probe(index);
            if (probes.size < KEPT_PROBES) probes.set(index, line);
            return line;
          },
        }),
    async read(index) {
      const known = kept.get(index);
      if (known !== undefined) return known;
      const lines = await sections.read(index);
      kept.set(index, lines);
      keptBytes += lines.length;
      for (const [oldest, { length }] of kept) {
        if (kept.size === 1 || (kept.size <= KEPT && keptBytes <= KEPT_BYTES)) break;
        kept.delete(oldest);
        keptBytes -= length;
      }
      return lines;
    },
  };
}
