import { isObject, isSafeInteger, own } from '../codec/json.ts';
import type { EpochMs, JsonObject, JsonValue } from '../codec/types.ts';
import { type ErrorCode, type FaultInput, HistpackError, type Warning } from '../errors.ts';
import { shorten } from './shorten.ts';

/** The first line of a log, read and checked. */
export interface LogHeader {
  readonly version: number;
  readonly id: string;
  readonly createdAt: EpochMs;
  readonly cwd: string | undefined;
  readonly parentSession: string | undefined;
  readonly origin: string | undefined;
  readonly delegationDepth: number | undefined;
  /** Events inherited from the parent (formats 0 and 1). */
  readonly seedLength: number | undefined;
  /** The line as parsed, with what is not named above. */
  readonly fields: JsonObject;
}

/** The newest log format that we know; a higher one is "made by a newer dsh". */
export const NEWEST_FORMAT = 4;

/** Formats from this one on carry `isSeeded` in place of `seedLength`. */
const FIRST_SEEDED_FORMAT = 2;

/** Fields that dsh no longer has, and refuses. */
const RETIRED_FIELDS = ['sandboxMode', 'approvalPolicy'] as const;

const BYTE_ORDER_MARK = '\ufeff';
export interface HeaderReading {
  readonly header: LogHeader;
  /** What dsh would refuse but can be read without guessing. */
  readonly warnings: readonly Warning[];
}

/**
 * Reads a header line (FORMAT section 1). The version is looked at first, so that a log of a newer
 * dsh is never called corrupt.
 * @throws {HistpackError} `E_BOM`, `E_HEADER`, `E_FOREIGN` or `E_VERSION`, placed on line 1.
 */
export function readHeader(line: string, file: string): HeaderReading {
  const place = { file, line: 1, byteOffset: 0 };
  const refuse = (code: ErrorCode, message: string, more: Partial<FaultInput> = {}): never => {
    throw new HistpackError({ code, message, ...place, ...more });
  };
  if (line.startsWith(BYTE_ORDER_MARK)) refuse('E_BOM', 'the log begins with a UTF-8 BOM');
  const fields = parse(line);
  if (!isObject(fields) || own(fields, 'type') !== 'session') {
    return refuse('E_HEADER', `line 1 is no session header: ${shorten(line)}`);
  }
  const badField = (field: string, expected: string, hint?: string): never =>
    refuse(
      'E_HEADER',
      `header field ${field} must be ${expected}, got ${show(own(fields, field))}`,
      {
        detail: { field },
        ...(hint === undefined ? {} : { hint }),
      },
    );

  const foreign = foreignFormat(fields);
  if (foreign !== undefined) refuse('E_FOREIGN', `this is no dsh log: it ${foreign}`);
  const version = own(fields, 'version');
  if (typeof version !== 'number') {
    return badField('version', `a number from 0 to ${NEWEST_FORMAT}`);
  }
  if (!isSafeInteger(version) || version < 0 || version > NEWEST_FORMAT) {
    refuse('E_VERSION', `log format ${version} is not known (0 to ${NEWEST_FORMAT} are)`, {
      detail: { version },
    });
  }
  const id = own(fields, 'id');
  const createdAt = own(fields, 'createdAt');
  if (typeof id !== 'string') return badField('id', 'a string');
  if (!isCount(createdAt)) {
    const hint =
      typeof createdAt === 'string' ? 'a string; milliseconds since 1970 expected' : undefined;
    return badField('createdAt', 'milliseconds since 1970, a safe integer >= 0', hint);
  }
  const depth = own(fields, 'delegationDepth');
  const seedLength = own(fields, 'seedLength');
  const header: LogHeader = {
    version,
    id,
    createdAt,
    cwd: string(own(fields, 'cwd')),
    parentSession: string(own(fields, 'parentSession')),
    origin: string(own(fields, 'origin')),
    delegationDepth: isCount(depth) ? depth : undefined,
    seedLength: isCount(seedLength) ? seedLength : undefined,
    fields,
  };
  const warnings = dshRefusals(header).map(
    ({ field, message }): Warning => ({ code: 'W_HEADER', message, ...place, detail: { field } }),
  );
  return { header, warnings };
}

/** What makes dsh refuse a header that we can read. */
function dshRefusals({
  version,
  fields,
  delegationDepth,
}: LogHeader): { field: string; message: string }[] {
  const refusals: { field: string; message: string }[] = [];
  const refuse = (field: string, message: string) => refusals.push({ field, message });
  if (delegationDepth === undefined) {
    const found = show(own(fields, 'delegationDepth'));
    refuse('delegationDepth', `header field delegationDepth must be an integer >= 0, got ${found}`);
  }
  if (version >= FIRST_SEEDED_FORMAT && typeof own(fields, 'isSeeded') !== 'boolean') {
    refuse(
      'isSeeded',
      `header field isSeeded must be true or false, got ${show(own(fields, 'isSeeded'))}`,
    );
  }
  for (const field of RETIRED_FIELDS) {
    if (own(fields, field) !== undefined) refuse(field, `header field ${field} is retired`);
  }
  return refusals;
}

/** What gives away the log of another agent that also begins with `"type":"session"`. */
function foreignFormat(fields: JsonObject): string | undefined {
  if (own(fields, 'createdAt') !== undefined) return undefined;
  if (own(fields, 'timestamp') === undefined) return undefined;
  return 'looks like a pi/OpenClaw session: timestamp instead of createdAt, no delegationDepth';
}

/** -0 is no count: dsh refuses it, since it is not what it wrote. */
const isCount = (value: JsonValue | undefined): value is number =>
  isSafeInteger(value) && value >= 0 && !Object.is(value, -0);

const string = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

function parse(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A foreign value for a message. It goes into no list or object, which may be of any depth. */
function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  if (typeof value === 'string') return shorten(value);
  return Object.is(value, -0) ? '-0' : String(value);
}
