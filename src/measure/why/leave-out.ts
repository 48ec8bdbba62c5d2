import type { PageContext, Representation } from '../../codec/representations.ts';
import type { Interval } from '../../codec/types.ts';
import type { Log } from '../../log/log.ts';
import { type PagePlace, readInterval } from '../../log/survey.ts';
import { Channel, type Weight } from '../channel.ts';
import type { CompressionOptions } from '../compressors.ts';
import type { Form } from '../forms.ts';
import { familyOf } from './family.ts';

/** A representation without the records of one family. The other records, and the frame, stay. */
export const withoutFamily = (representation: Representation, family: string): Representation => ({
  ...representation,
  open: (page) => {
    const write = representation.open(page);
    return (span, sink) =>
      write(span, {
        event: (text) => {
          if (familyOf(span, false) !== family) sink.event(text);
        },
        chunks: (text) => {
          if (familyOf(span, true) !== family) sink.chunks(text);
        },
        record: (key, text, isRow) => {
          if (familyOf(span, isRow) !== family) sink.record(key, text, isRow);
        },
      });
  },
});

/**
 * Reads a page once more and weighs it in several representations at once: at the cost, in time
 * and memory, of measuring it.
 */
export async function weighPage(
  log: Log,
  place: PagePlace,
  page: Interval & PageContext,
  representations: ReadonlyMap<Form, Representation>,
  compression: CompressionOptions,
): Promise<ReadonlyMap<Form, Weight>> {
  const channels = new Map<Form, Channel>();
  try {
    for (const [form, representation] of representations) {
      channels.set(form, await Channel.open(representation, page, compression));
    }
    const all = [...channels.values()];
    await readInterval(log, place, async (spans) => {
      await Promise.all(all.map((channel) => channel.write(spans)));
    });
    const finished = [...channels].map(
      async ([form, channel]) => [form, await channel.finish()] as const,
    );
    return new Map(await Promise.all(finished));
  } catch (error) {
    for (const channel of channels.values()) channel.abort();
    throw error;
  }
}
