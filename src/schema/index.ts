/** The zod schemas of the history protocol. Importing this loads zod: hot paths want `validateResponse`. */
export { eventRecordSchema, eventSchema, pageEventRecordSchema } from './event.ts';
export { jsonSchemas } from './json-schema.ts';
export { parseResponse } from './parse.ts';
export {
  eventsResponseSchema,
  historyResponseSchema,
  pageResponseSchema,
  RESPONSE_SCHEMAS,
} from './responses.ts';
export { chunkRowSchema, pageRowSchema, seqSchema } from './row.ts';
