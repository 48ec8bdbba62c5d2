import type { Representation } from '../../../src/codec/representation.ts';
import type { Span } from '../../../src/codec/span.ts';
import type { JsonValue } from '../../../src/codec/types.ts';
import { DEFAULT_COMPRESSION } from '../../../src/measure/compressors.ts';
import { FORMS, type Form, representationOf } from '../../../src/measure/forms.ts';
import type { Line } from '../../../src/measure/why/why.ts';
import { spansOf } from '../../support/spans.ts';

/** The span of one line, which must be a log of its own. */
export const spanOf = (line: string): Span => spansOf([line])[0] as Span;

/** The span of an event that is spelled here. */
export const eventSpan = (type: JsonValue, data: JsonValue = {}): Span =>
  spanOf(JSON.stringify({ type, seq: 0, time: 1, data }));

/** A delta of a tool call. */
export const callDelta = (seq: number, id: string, name?: string, text = 'x'): string => {
  const chunk = {
    type: 'tool-call-delta',
    index: 0,
    id,
    ...(name === undefined ? {} : { name }),
    argumentsDelta: text,
  };
  return JSON.stringify({
    type: 'assistant/chunk',
    seq,
    time: seq,
    data: { turn: 0, step: 0, chunk },
  });
};

export const sum = (lines: readonly Line[]): number =>
  lines.reduce((total, { jsonBytes }) => total + jsonBytes, 0);

/** The bytes of one line. */
export const bytesIn = (lines: readonly Line[], name: string): number | undefined =>
  lines.find((line) => line.name === name)?.jsonBytes;

/** All forms as a measurement writes them. */
export const FORM_WRITERS: ReadonlyMap<Form, Representation> = new Map(
  FORMS.map((form) => [form, representationOf(form, 'literal')]),
);

export const FAST = { ...DEFAULT_COMPRESSION, gzipLevel: 1, brotliQuality: 1 };
