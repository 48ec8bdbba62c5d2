/** Exit statuses of the program; the most severe of several wins. */
export const EXIT = {
  done: 0,
  checkFailed: 1,
  usage: 2,
  notLossless: 3,
  badInput: 4,
  bug: 70,
} as const;

/**
 * Every error that histpack raises on purpose: its exit status and what a user can do about it. A
 * raise site may give a better hint than the general one here.
 */
const ERRORS = {
  E_USAGE: { exit: EXIT.usage, hint: 'see histpack --help' },
  E_SELECTION: { exit: EXIT.usage, hint: 'see histpack page --help for the selections' },
  E_CONFIG: { exit: EXIT.usage, hint: 'see docs/checks.md for the configuration and the baseline' },
  E_OUTPUT: { exit: EXIT.usage, hint: 'choose another --output' },
  E_READ: { exit: EXIT.badInput, hint: 'check the path and its permissions' },
  E_NOT_FOUND: { exit: EXIT.badInput, hint: 'name a session log, or - for stdin' },
  E_HEADER: { exit: EXIT.badInput, hint: 'a log begins with its session header on line 1' },
  E_BOM: {
    exit: EXIT.badInput,
    hint: 'dsh refuses such a header line; remove the byte order mark from a copy of the log',
  },
  E_VERSION: {
    exit: EXIT.badInput,
    hint: 'written by a newer harness, which is not corruption; look for a newer histpack',
  },
  E_GENERATION: {
    exit: EXIT.badInput,
    hint: 'rename a copy to the version of its header; dsh refuses the log under this name',
  },
  E_TORN: {
    exit: EXIT.badInput,
    hint: 'without --strict the valid prefix is used, as dsh does',
  },
  E_FOREIGN: { exit: EXIT.badInput, hint: 'histpack reads logs of DeepSeek Harness only' },
  E_JSON: {
    exit: EXIT.badInput,
    hint: 'the line is not JSON; --salvage uses what stands before it',
  },
  E_EVENT: {
    exit: EXIT.badInput,
    hint: 'every line after the header is a JSON object; --salvage uses what stands before it',
  },
  E_ENVELOPE: {
    exit: EXIT.badInput,
    hint: 'a snapshot from which seq and time were removed has no history to page',
  },
  E_SECOND_HEADER: {
    exit: EXIT.badInput,
    hint: 'two logs in one file; split them, or use --salvage for the first',
  },
  E_ROW: {
    exit: EXIT.badInput,
    hint: 'expanding the row would be unsafe; --salvage uses what stands before it',
  },
  E_SEQ: {
    exit: EXIT.badInput,
    hint: 'events are missing or doubled; --salvage uses what stands before them',
  },
  E_UTF8: {
    exit: EXIT.badInput,
    hint: 'the bytes are damaged and would be altered by reading; --salvage uses what stands before',
  },
  E_FRAME: {
    exit: EXIT.badInput,
    hint: 'the compressed data is damaged; --salvage uses the frames before it',
  },
  E_CHECKSUM: {
    exit: EXIT.badInput,
    hint: 'bits have rotted in this frame; --salvage uses the frames before it',
  },
  E_LIMIT: {
    exit: EXIT.badInput,
    hint: 'raise --max-line or --max-decoded if the size is meant',
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Where something is wrong. `line` counts from 1, the header being line 1; offsets from 0. */
export interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** In the decoded text. */
  readonly byteOffset?: number | undefined;
  /** zstd frame, counted from 0, and where it starts in the file. */
  readonly frame?: number | undefined;
  readonly frameOffset?: number | undefined;
  readonly seq?: number | undefined;
}

/** Something wrong, located. `detail` holds machine-readable facts such as `expected` and `got`. */
export interface Fault extends Place {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Something to know about a log that can be read. The codes stand beside the text that explains them. */
export interface Warning extends Place {
  readonly code: `W_${string}`;
  readonly message: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** What a raise site gives; the hint is the code's own where it is left out. */
export type FaultInput = Omit<Fault, 'hint'> & { readonly hint?: string };

export const makeFault = (input: FaultInput): Fault => ({
  ...input,
  hint: input.hint ?? ERRORS[input.code].hint,
});

/** The one error class of the program: anything else that is thrown is our bug. */
export class HistpackError extends Error {
  override readonly name = 'HistpackError';
  readonly fault: Fault;

  constructor(input: FaultInput, options?: ErrorOptions) {
    super(input.message, options);
    this.fault = makeFault(input);
  }

  get code(): ErrorCode {
    return this.fault.code;
  }

  get exitCode(): number {
    return ERRORS[this.fault.code].exit;
  }
}

/** A place as people read it: `file:line (byte offset N, frame N, seq N)`. */
export function placeText({ file, line, byteOffset, frame, frameOffset, seq }: Place): string {
  const where = [file ?? '', line === undefined ? '' : `line ${line}`].filter(Boolean).join(', ');
  const more = [
    byteOffset === undefined ? '' : `byte ${byteOffset}`,
    frame === undefined ? '' : `frame ${frame}`,
    frameOffset === undefined ? '' : `at byte ${frameOffset} of the file`,
    seq === undefined ? '' : `seq ${seq}`,
  ].filter(Boolean);
  if (more.length === 0) return where;
  return where === '' ? more.join(', ') : `${where} (${more.join(', ')})`;
}

/** An error of the operating system as a short phrase; undefined for any other. */
export function systemReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return SYSTEM_REASONS.get(error.code) ?? `${String(error.code)}: ${error.message}`;
}

const SYSTEM_REASONS = new Map<unknown, string>([
  ['ENOENT', 'no such file or directory'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EISDIR', 'is a directory'],
  ['ENOTDIR', 'a part of the path is not a directory'],
  ['ENOSPC', 'no space left on the device'],
  ['EROFS', 'the file system is read-only'],
  ['EMFILE', 'too many open files'],
]);
