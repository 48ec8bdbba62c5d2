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

/** JSON over lines, with lists of plain values on one, as the formatter of this repository has it. */
export function prettyJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = indent + INDENT;
  if (isList && value.every((entry) => typeof entry !== 'object')) {
    return `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]`;
  }
  const lines = Object.entries(value).map(
    ([key, entry]) =>
      `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${prettyJson(entry, inner)}`,
  );
  const [open, close] = isList ? '[]' : '{}';
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
