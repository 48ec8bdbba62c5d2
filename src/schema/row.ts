import { z } from 'zod';
import { RowError, readRow } from '../codec/row.ts';
import type { JsonObject } from '../codec/types.ts';
import { ROW_EVENT_PREFIX } from '../codec/wire/event.ts';

/** Chunk rows, as both wires that have them spell them (FORMAT section 3). */

export const seqSchema = z
  .int()
  .min(0)
  .meta({ id: 'Seq', description: 'The seq of an event, counted from 0 without a gap.' });
const timeSchema = z.int().meta({ id: 'EpochMs', description: 'Milliseconds since 1970.' });

const place = { turn: z.number(), step: z.number(), index: z.number() };
const dt = z.array(z.int()).meta({
  description: 'Time differences between neighbours, ms: one entry less than there are members.',
});
const members = z.array(z.string()).min(1);

const textData = z.strictObject({ ...place, dt, texts: members });
const callData = z.strictObject({
  ...place,
  dt,
  id: z.string(),
  name: z.string().exactOptional(),
  args: members,
});

/** Adds what the codec says against `spelled`, a row in the spelling of a log whose parts are in order but do not fit together. */
function refuseUnsafe(context: z.RefinementCtx<unknown>, spelled: object): void {
  try {
    readRow(spelled as JsonObject); // its shape was checked before
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    // Without `continue` a union would hide it behind words of its own.
    context.addIssue({ code: 'custom', message: error.message, continue: true });
  }
}

/** A row as it is stored, and as the note's wire has it. */
export const chunkRowSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.enum(['text-chunks', 'reasoning-chunks']),
      seq0: seqSchema,
      time0: timeSchema,
      data: textData,
    }),
    z.strictObject({
      type: z.literal('tool-call-chunks'),
      seq0: seqSchema,
      time0: timeSchema,
      data: callData,
    }),
  ])
  .superRefine((row, context) => refuseUnsafe(context, row))
  .meta({ id: 'ChunkRow', description: 'A packed run: member k has seq `seq0 + k`.' });

/** A row in the envelope of an event, as the 0.1.2 wire has it. */
export const pageRowSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.enum(['chunkrow/text-chunks', 'chunkrow/reasoning-chunks']),
      seq: seqSchema,
      time: timeSchema,
      data: textData,
    }),
    z.strictObject({
      type: z.literal('chunkrow/tool-call-chunks'),
      seq: seqSchema,
      time: timeSchema,
      data: callData,
    }),
  ])
  .superRefine((row, context) => {
    const type = row.type.slice(ROW_EVENT_PREFIX.length);
    refuseUnsafe(context, { type, seq0: row.seq, time0: row.time, data: row.data });
  })
  .meta({ id: 'PageRow', description: 'A packed run: member k has seq `seq + k`.' });
