import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** All that the program touches of the process; `bin/` makes it, tests make their own. */
export interface Context {
  readonly stdin: Readable;
  /** Whether something was piped or redirected in, so that no FILE means stdin. */
  readonly isStdinPiped: boolean;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** Ends what has no end of its own, such as following a log. */
  readonly signal?: AbortSignal | undefined;
  /** Run when a signal ends the program: they remove temporary files, synchronously. */
  readonly cleanups: Set<() => void>;
}
