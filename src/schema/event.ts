import { z } from 'zod';
import { seqSchema } from './row.ts';

/** Every type but those of rows, in the log and on the 0.1.2 wire: no event can have them. */
const EVENT_TYPE = /^(?!(?:text|reasoning|tool-call)-chunks$|chunkrow\/)/;

/** An event; its types and any further keys are open (FORMAT section 2). */
export const eventSchema = z
  .looseObject({
    type: z.string().regex(EVENT_TYPE, 'a chunk row stands as an event'),
    seq: seqSchema,
    time: z.number(),
    data: z.unknown(),
  })
  .meta({ id: 'SessionEvent', description: 'One logical event; further keys are let pass.' });

/** What the host computed for showing an event: any JSON. */
const view = z.unknown().optional();

/** A record of the note's wire and of the one before it. */
export const eventRecordSchema = z
  .strictObject({ event: eventSchema, view })
  .meta({ id: 'EventRecord' });

/** A record of the 0.1.2 wire. */
export const pageEventRecordSchema = z
  .strictObject({ type: z.literal('event'), event: eventSchema, view })
  .meta({ id: 'PageEventRecord' });
