/** Bytes of a file that are enough to tell: a response names its keys early, a log its header first. */
export const SNIFF_BYTES = 64 * 1024;

/** A string, a bracket, or what stands between them. A string that the head cuts off matches nothing. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[{}[\]]|[^"{}[\]]+/y;
const KEY_COLON = /[ \t\r\n]*:[ \t\r\n]*/y;
/** A byte order mark, decoded or byte by byte, and white space. */
const LEAD = /^(?:\ufeff|\u00ef\u00bb\u00bf)?[ \t\r\n]*/;

/** Keys under which a transport such as JSON-RPC hands over a response. */
export const WRAPPER_KEYS: ReadonlySet<string> = new Set(['result', 'data']);
const LISTS: ReadonlySet<string> = new Set(['records', 'events']);
const RESPONSE_KEYS: ReadonlySet<string> = new Set(['hasMore', 'fromSeq', 'toSeq', 'jsonrpc']);
/** Of events and rows: the lines of a log. */
const RECORD_KEYS: ReadonlySet<string> = new Set(['seq', 'seq0']);

/**
 * Whether what begins like this is a captured response (or NDJSON or a list of them) and not a
 * session log, whose first line is a header with `"type":"session"`. Looks at the keys of the first
 * object and of wrappers in it; what it cannot tell is no response. O(head), no JSON is parsed.
 */
export function looksLikeResponse(start: Uint8Array | string): boolean {
  const head =
    typeof start === 'string'
      ? start.slice(0, SNIFF_BYTES)
      : Buffer.from(start.subarray(0, SNIFF_BYTES)).toString('latin1');
  for (const { key, next, value } of outerKeys(head)) {
    if (RECORD_KEYS.has(key) || (key === 'type' && value === '"session"')) return false;
    if (RESPONSE_KEYS.has(key) || (LISTS.has(key) && next === '[')) return true;
  }
  return false;
}

interface OuterKey {
  readonly key: string;
  /** The first character of its value. */
  readonly next: string | undefined;
  /** As far as a string is meant. */
  readonly value: string | undefined;
}

/** The keys of the first object, wherever lists hold it, and of the wrappers in it. */
function* outerKeys(head: string): Generator<OuterKey, void> {
  let at = LEAD.exec(head)?.[0].length ?? 0;
  if (head[at] !== '{' && head[at] !== '[') return;
  /** For each open bracket, whether its keys count. */
  const open: boolean[] = [];
  let key: string | undefined;
  for (;;) {
    const token = match(TOKEN, head, at);
    if (token === undefined) return;
    at += token.length;
    const counts = open.at(-1) ?? true;
    if (token === '{' || token === '[') {
      open.push(counts && (key === undefined || WRAPPER_KEYS.has(key)));
      key = undefined;
    } else if (token === '}' || token === ']') {
      open.pop();
      if (open.length === 0) return;
    } else if (token.startsWith('"')) {
      const colon = match(KEY_COLON, head, at);
      if (colon === undefined) continue;
      at += colon.length;
      key = token.slice(1, -1);
      if (counts) yield { key, next: head[at], value: match(TOKEN, head, at) };
    } else if (token.includes(',')) {
      key = undefined;
    }
  }
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
