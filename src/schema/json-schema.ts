import { z } from 'zod';
import type { WireName } from '../codec/wire/types.ts';
import { RESPONSE_SCHEMAS } from './responses.ts';

/** The files in `schema/`, and the wire that each is of. */
const FILES: Readonly<Record<WireName, string>> = {
  history: 'history-response.json',
  page: 'page-response.json',
  events: 'events-response.json',
};

/** The files of `schema/` about responses: their texts by name, JSON Schema 2020-12. */
export const jsonSchemas = (): Map<string, string> =>
  new Map(
    (Object.keys(FILES) as WireName[]).map((wire) => [
      FILES[wire],
      `${prettyJson(z.toJSONSchema(RESPONSE_SCHEMAS[wire]))}\n`,
    ]),
  );

const INDENT = '  ';
const LINE_CHARS = 100;

/**
 * JSON over lines, as the formatter of this repository has it: a list of plain values stands on
 * one line where it fits. `used` is how many characters stand before the value on its line.
 */
export function prettyJson(value: unknown, indent = '', used = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  if (isList && value.every((entry) => typeof entry !== 'object')) {
    const line = `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]`;
    if (used + line.length < LINE_CHARS) return line; // a comma may follow
  }
  const inner = indent + INDENT;
  const lines = Object.entries(value).map(([key, entry]) => {
    const start = isList ? inner : `${inner}${JSON.stringify(key)}: `;
    return start + prettyJson(entry, inner, start.length);
  });
  const [open, close] = isList ? '[]' : '{}';
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
