import { isUtf8 } from 'node:buffer';
import type { JsonValue } from '../codec/types.ts';
import { type Fault, makeFault } from '../errors.ts';
import { syntaxErrorAt } from './verify-page-syntax.ts';

/** A captured file: the text of a response, of a list of responses, or of a response a line. */
export interface PageFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** One response of a file, or what kept it from being read. */
export interface PageDocument {
  /** NDJSON only; counted from 1. */
  readonly line?: number;
  readonly value?: JsonValue;
  readonly fault?: Fault;
}

/** Bytes beyond which a captured response is not looked at: it is held in memory whole. */
export const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

const CAPTURE_HINT = 'capture the response body again, and the whole of it';
const BOM = '\ufeff';

/** The responses of a file in order. */
export function readDocuments({ name, content }: PageFile): PageDocument[] {
  const refuse = (code: Fault['code'], message: string, byteOffset?: number): PageDocument[] => [
    { fault: makeFault({ code, message, file: name, byteOffset, hint: CAPTURE_HINT }) },
  ];
  if (content.length > MAX_RESPONSE_BYTES) {
    const message = `${content.length} bytes are too many for a response (at most ${MAX_RESPONSE_BYTES})`;
    return refuse('E_LIMIT', message);
  }
  if (typeof content !== 'string' && !isUtf8(content)) {
    const bad = badByteOffset(content);
    return refuse('E_UTF8', `the response is not UTF-8: bad byte at ${bad}`, bad);
  }
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
  if (text.trim() === '') return refuse('E_JSON', 'the file is empty');
  return documentsOf({ name, text, body: text.startsWith(BOM) ? text.slice(BOM.length) : text });
}

interface Body {
  readonly name: string;
  /** As in the file. */
  readonly text: string;
  /** Without a byte order mark. */
  readonly body: string;
}

function documentsOf(file: Body): PageDocument[] {
  const whole = parse(file.body);
  if (whole !== undefined) {
    const isList = Array.isArray(whole) && whole.length > 0; // an empty one is no response either
    return isList ? whole.map((value) => ({ value })) : [{ value: whole }];
  }
  const lines = file.body.split('\n');
  const [first, ...others] = lines.filter((line) => line.trim() !== '');
  const isNdjson = others.length > 0 && first !== undefined && parse(first) !== undefined;
  if (!isNdjson) return [{ fault: syntaxFault(file, 0, file.body) }];
  const documents: PageDocument[] = [];
  let start = 0;
  for (const [index, text] of lines.entries()) {
    if (text.trim() !== '') documents.push(lineDocument(file, { line: index + 1, start, text }));
    start += text.length + 1;
  }
  return documents;
}

/** A line of NDJSON; `start` is its position in the body. */
interface Line {
  readonly line: number;
  readonly start: number;
  readonly text: string;
}

function lineDocument(file: Body, { line, start, text }: Line): PageDocument {
  const value = parse(text);
  return value === undefined
    ? { line, fault: syntaxFault(file, start, text, line) }
    : { line, value };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined; // syntaxErrorAt says why
  }
}

const SHOWN_CHARS = 20;

function syntaxFault(
  { name, text, body }: Body,
  start: number,
  part: string,
  line?: number,
): Fault {
  const at = syntaxErrorAt(part) ?? part.length;
  const isCut = part.slice(at).trim() === '';
  const found = JSON.stringify(part.slice(at, at + SHOWN_CHARS));
  const message = isCut
    ? 'the response is cut off: its JSON does not end'
    : `the response is not JSON: unexpected ${found}`;
  const position = text.length - body.length + start + at;
  const byteOffset = Buffer.byteLength(text.slice(0, position));
  return makeFault({ code: 'E_JSON', message, file: name, line, byteOffset, hint: CAPTURE_HINT });
}

/** Where bytes stop being UTF-8: where decoding and encoding again changes them. */
function badByteOffset(bytes: Uint8Array): number {
  const again = Buffer.from(Buffer.from(bytes).toString('utf8'));
  let at = bytes.findIndex((byte, index) => byte !== again[index]);
  // A character that was begun and goes wrong is bad from its first byte.
  while (!isUtf8(bytes.subarray(0, at))) at -= 1;
  return at;
}
