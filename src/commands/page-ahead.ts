import { isWholeLog, type Selection } from '../codec/page.ts';
import type { Span } from '../codec/span.ts';
import type { Interval, Seq } from '../codec/types.ts';
import type { Context } from '../context.ts';
import type { Log } from '../log/log.ts';
import type { PageFlags } from './page.ts';
import { formatOf, type PageText, representationOf, wireText } from './page-text.ts';

/** Bytes of a page that are held at most: the raw history of the note, and of most logs. */
const MAX_HELD_BYTES = 80 * 1024 * 1024;

/** Bytes of a page for a byte of the log from which holding it costs more than reading the log twice. */
const MAX_GROWTH = 4;

/** From so many bytes on it is told how large the page will be. */
const TELLING_BYTES = 4 * 1024 * 1024;

/**
 * A page of the whole log, written while the log is surveyed and held until it is known to be sound:
 * so the log is read once, and still nothing is printed of a broken one. A page that will be too
 * large is given up early, and written from a second reading. Memory: the bytes held.
 */
export class PageAhead {
  readonly #interval = { fromSeq: 0, toSeq: 0 };
  readonly #text: PageText;
  readonly #logBytes: number;
  #decodedBytes = 0;
  #pieces: Buffer[] | undefined = [];
  #heldBytes = 0;

  /**
   * @param open starts the text of a page whose end is still moving
   * @param logBytes decoded bytes of the log; 0 where that is not known
   */
  constructor(open: (interval: Interval) => PageText, logBytes: number) {
    this.#text = open(this.#interval);
    this.#logBytes = logBytes;
  }

  /** Told how much of the log has been read. */
  readonly progress = (decodedBytes: number): void => {
    this.#decodedBytes = decodedBytes;
  };

  /** Takes the next spans of the log. */
  readonly write = (spans: readonly Span[]): undefined => {
    if (this.#pieces === undefined) return;
    for (const span of spans) {
      for (const piece of this.#text.write(span)) {
        const bytes = Buffer.from(piece, 'utf8'); // a string made of many would keep them all
        this.#pieces.push(bytes);
        this.#heldBytes += bytes.length;
      }
    }
    if (this.#isTooLarge()) this.#pieces = undefined;
  };

  /** The whole page, which ends before `endSeq`; undefined where it was given up. */
  finish(endSeq: Seq): readonly (Buffer | string)[] | undefined {
    this.#interval.toSeq = endSeq;
    return this.#pieces === undefined ? undefined : [...this.#pieces, this.#text.finish()];
  }

  #isTooLarge(): boolean {
    if (this.#heldBytes < TELLING_BYTES) return false;
    const growth = this.#heldBytes / Math.max(1, this.#decodedBytes);
    const expected = Math.max(this.#heldBytes, growth * this.#logBytes);
    return growth > MAX_GROWTH || expected > MAX_HELD_BYTES;
  }
}

/**
 * Starts to write ahead where that can be done: all of a log, as text for programs, in a form that
 * need not know which steps are completed.
 */
export function pageAhead(
  log: Log,
  selection: Selection,
  flags: PageFlags,
  context: Context,
): PageAhead | undefined {
  const format = formatOf(flags, context);
  const isPlain = flags.maxBytes === undefined && flags.follow !== true && format !== 'pretty';
  if (!isWholeLog(selection) || !isPlain || representationOf(flags).needsSteps) return undefined;
  const open = (interval: Interval) => wireText(flags, format, interval, new Set());
  return new PageAhead(open, decodedSize(log));
}

/** Decoded bytes of a log; 0 where it is compressed and nothing tells. */
export const decodedSize = ({ encoding, source }: Log): number =>
  encoding.name === 'raw' ? source.size : 0;
