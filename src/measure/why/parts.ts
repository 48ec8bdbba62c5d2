import { isObject, own } from '../../codec/json.ts';
import { isRun, type Span } from '../../codec/span.ts';
import { deltaKindOf } from './family.ts';
import { valueSlice } from './value-slice.ts';

/** How one sort of record is taken apart: values by name and path; `rest` is what is left. */
interface Anatomy {
  readonly rest: string;
  readonly values: readonly (readonly [name: string, path: readonly string[]])[];
}

/** Bytes of one part of a record. */
export type Part = readonly [name: string, jsonBytes: number];

/**
 * The parts of a record that has `jsonBytes` bytes with its wrapper. `text` is its event or row. A
 * part is the value alone, with its brackets and quotes; its key belongs to the envelope.
 */
export function partsOf(span: Span, isRow: boolean, text: string, jsonBytes: number): Part[] {
  const { rest, values } = anatomyOf(span, isRow);
  const parts = values.flatMap(([name, path]): Part[] => {
    const value = valueSlice(text, path);
    return value === undefined ? [] : [[name, Buffer.byteLength(value, 'utf8')]];
  });
  const others = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [[rest, jsonBytes - others], ...parts];
}

function anatomyOf(span: Span, isRow: boolean): Anatomy {
  const kind = deltaKindOf(span);
  if (kind !== undefined && isRow) {
    return {
      rest: 'row envelope',
      values: [
        ['row dt', ['data', 'dt']],
        ['row fragments', ['data', kind.membersKey]],
        // Of a columnar row.
        ['row gaps', ['data', 'gaps']],
        ['row codes', ['data', 'codes']],
        ['row cuts', ['data', 'cuts']],
        ['row text', ['data', 'text']],
      ],
    };
  }
  if (kind !== undefined) {
    const fragment = ['data', 'chunk', kind.fragmentKey];
    return { rest: 'delta envelope', values: [['delta fragments', fragment]] };
  }
  return hasStream(span)
    ? { rest: 'other events', values: [['embedded streams', ['data', 'stream']]] }
    : { rest: 'other events', values: [] };
}

/** Whether an event keeps the stream of its attempt inside it, as formats 2 and later do. */
function hasStream(span: Span): boolean {
  const data = isRun(span) ? undefined : own(span.event, 'data');
  return isObject(data) && Array.isArray(own(data, 'stream'));
}
