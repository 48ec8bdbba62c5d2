import { isObject, own } from '../../codec/json.ts';
import { eachEventText, isRun, type Span } from '../../codec/span.ts';

/** Events of one sort. */
export interface Family {
  /** The event type; for chunks with the chunk type behind it: `assistant/chunk text-delta`. */
  readonly type: string;
  readonly events: number;
  /** UTF-8 bytes of their JSON as logical events, whether they are stored packed or not. */
  readonly jsonBytes: number;
}

/** Counts events and their bytes by type. */
export class FamilyCounter {
  readonly #families = new Map<string, { events: number; jsonBytes: number }>();

  observe(span: Span): void {
    const type = typeOf(span);
    let family = this.#families.get(type);
    if (family === undefined) {
      family = { events: 0, jsonBytes: 0 };
      this.#families.set(type, family);
    }
    const counted = family;
    eachEventText(span, (text) => {
      counted.events += 1;
      counted.jsonBytes += Buffer.byteLength(text, 'utf8');
    });
  }

  /** Bytes of all events so far. */
  get totalBytes(): number {
    let total = 0;
    for (const { jsonBytes } of this.#families.values()) total += jsonBytes;
    return total;
  }

  /** The families, the largest first. */
  finish(): Family[] {
    return [...this.#families]
      .map(([type, counts]) => ({ type, ...counts }))
      .sort((a, b) => b.jsonBytes - a.jsonBytes || (a.type < b.type ? -1 : 1));
  }
}

function typeOf(span: Span): string {
  if (isRun(span)) return `assistant/chunk ${span.head.kind.chunkType}`;
  const type = own(span.event, 'type');
  if (typeof type !== 'string') return '(no type)';
  if (type !== 'assistant/chunk') return type;
  const data = own(span.event, 'data');
  const chunk = isObject(data) ? own(data, 'chunk') : undefined;
  const chunkType = isObject(chunk) ? own(chunk, 'type') : undefined;
  return typeof chunkType === 'string' ? `${type} ${chunkType}` : type;
}
