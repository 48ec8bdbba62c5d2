import { WireError } from '../codec/wire/fault.ts';
import type { WireName, WirePages } from '../codec/wire/types.ts';
import { findFault } from '../codec/wire/validate.ts';
import { RESPONSE_SCHEMAS } from './responses.ts';

/**
 * A response by its zod schema: the same object, so that unknown keys, `view` and big lists come
 * through untouched. `validateResponse` of the codec gives the same verdict without zod, and faster.
 * @throws {WireError} naming the first offending record; its cause is the error of zod.
 */
export function parseResponse<Name extends WireName>(
  response: unknown,
  wire: Name,
): WirePages[Name] {
  const result = RESPONSE_SCHEMAS[wire].safeParse(response);
  if (result.success) return response as WirePages[Name]; // the schema infers this type
  // zod looks at every record before it looks at their order; the walk finds the first fault.
  const { message } = result.error;
  const error = new WireError(findFault(response, wire) ?? { kind: 'response', message });
  error.cause = result.error;
  throw error;
}
