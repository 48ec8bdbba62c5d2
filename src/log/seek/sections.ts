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
  /** What was left out at the end of the log: bytes without a newline, or a frame that was cut off. */
  readonly tornTail: TornTail | undefined;
}

export interface TornTail {
  readonly byteOffset: number;
  readonly bytes: number;
  readonly isFrame: boolean;
}

/** The log does not let a page be found without reading all of it; the message says why. */
export class SeekRefused extends Error {
  override readonly name = 'SeekRefused';
}

/** Sections kept: a search reads neighbours again, a page its own start. */
const KEPT = 8;

/** Remembers the latest sections. */
export function cached(sections: Sections): Sections {
  const kept = new Map<number, Promise<Buffer>>();
  return {
    count: sections.count,
    tornTail: sections.tornTail,
    read(index) {
      const known = kept.get(index);
      if (known !== undefined) return known;
      const read = sections.read(index);
      kept.set(index, read);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return read;
    },
  };
}
