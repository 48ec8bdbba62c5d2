import { isObject, own } from '../../codec/json.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { JsonObject, JsonValue } from '../../codec/types.ts';
import { chunkOf } from './family.ts';
import { Sums } from './sums.ts';
import type { Line } from './why.ts';

/** Records that belong to no tool call. */
export const NO_TOOL = '(no tool)';
/** Records of a call whose tool nothing in the page names. */
export const UNKNOWN_TOOL = '(unknown tool)';

/** What a record says of the tool call that it belongs to. */
export interface ToolReference {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

/**
 * Adds up bytes by tool. A delta or a result has only the id of its call, and the name may come
 * before or after it; until then its bytes wait. Memory: an entry for each call of the page.
 */
export class ToolSums {
  readonly #sums = new Sums();
  readonly #names = new Map<string, string>();
  readonly #waiting = new Map<string, Sums>();

  /** Takes the records of a span: none, where the representation drops it but its name counts. */
  add(span: Span, records: number, jsonBytes: number): void {
    const reference = toolReferenceOf(span);
    if (reference === undefined) {
      if (records > 0) this.#sums.add(NO_TOOL, records, jsonBytes);
      return;
    }
    const { id, name } = reference;
    if (id !== undefined && name !== undefined) this.#learn(id, name);
    if (records === 0) return;
    const known = this.nameOf(reference);
    if (known !== undefined || id === undefined) {
      this.#sums.add(known ?? UNKNOWN_TOOL, records, jsonBytes);
      return;
    }
    const waiting = this.#waiting.get(id) ?? new Sums();
    waiting.add(UNKNOWN_TOOL, records, jsonBytes);
    this.#waiting.set(id, waiting);
  }

  /** The name of a call's tool, as far as it is known by now. */
  nameOf({ id, name }: ToolReference): string | undefined {
    return name ?? (id === undefined ? undefined : this.#names.get(id));
  }

  /** The tools, the largest first. */
  finish(): Line[] {
    for (const waiting of this.#waiting.values()) this.#sums.addAll(waiting.lines());
    this.#waiting.clear();
    return this.#sums.lines();
  }

  #learn(id: string, name: string): void {
    this.#names.set(id, name);
    for (const { records, jsonBytes } of this.#waiting.get(id)?.lines() ?? []) {
      this.#sums.add(name, records, jsonBytes);
    }
    this.#waiting.delete(id);
  }
}

/**
 * The tool call that a span belongs to: deltas of calls, the end of their block, and all events
 * `tool/…`, in the spellings of every format. Undefined where it belongs to none.
 */
export function toolReferenceOf(span: Span): ToolReference | undefined {
  if (isRun(span)) {
    const { kind, id, name } = span.head;
    return kind.isToolCall ? { id, name: text(name) } : undefined;
  }
  const { event } = span;
  const chunk = chunkOf(event);
  if (chunk !== undefined) return callOfChunk(chunk);
  const type = own(event, 'type');
  if (typeof type !== 'string' || !type.startsWith('tool/')) return undefined;
  const data = own(event, 'data');
  if (!isObject(data)) return { id: undefined, name: undefined };
  const id = own(data, 'callId') ?? own(data, 'subCallId') ?? callIdOfMessage(own(data, 'message'));
  return { id: text(id), name: text(own(data, 'name')) };
}

function callOfChunk(chunk: JsonObject): ToolReference | undefined {
  if (own(chunk, 'type') === 'tool-call-delta') return call(chunk);
  const block = own(chunk, 'block');
  return isObject(block) && own(block, 'type') === 'tool-call' ? call(block) : undefined;
}

const call = (holder: JsonObject): ToolReference => ({
  id: text(own(holder, 'id')),
  name: text(own(holder, 'name')),
});

/** The call that a result's message answers. */
function callIdOfMessage(message: JsonValue | undefined): JsonValue | undefined {
  const source = isObject(message) ? own(message, 'source') : undefined;
  return isObject(source) ? own(source, 'callId') : undefined;
}

/** An empty name names nothing. */
const text = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
