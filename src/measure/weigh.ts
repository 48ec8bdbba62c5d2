import type { Representation } from '../codec/representations.ts';
import type { Interval } from '../codec/types.ts';
import type { Log } from '../log/log.ts';
import { readInterval, type Survey } from '../log/survey.ts';
import { Channel, type Weight } from './channel.ts';
import type { CompressionOptions } from './compressors.ts';
import type { Form } from './measure.ts';
import { OneShot } from './one-shot.ts';

export interface WeighOptions {
  readonly representations: ReadonlyMap<Form, Representation>;
  readonly compression: CompressionOptions;
  /** Compress small pages in the calling thread (see `OneShot`). */
  readonly oneShot?: boolean | undefined;
  readonly onProgress?: ((decodedBytes: number) => void) | undefined;
}

/**
 * Weighs a page in several representations at once: one reading feeds them all, each into its
 * compressors, and the reading waits for the slowest. Memory does not grow with the log.
 */
export async function weighPage(
  log: Log,
  surveyed: Survey,
  { representations, compression, oneShot, onProgress }: WeighOptions,
): Promise<{ [F in Form]?: Weight }> {
  const { interval, completedSteps } = surveyed;
  const page = { ...interval, completedSteps };
  const atOnce = oneShot === true ? OneShot.of(compression) : undefined;
  const channels = new Map<Form, Channel>();
  try {
    for (const [form, representation] of representations) {
      channels.set(form, await Channel.open(representation, page, compression, atOnce));
    }
    const all = [...channels.values()];
    await readInterval(
      log,
      surveyed,
      async (spans) => {
        await Promise.all(all.map((channel) => channel.write(spans)));
      },
      { onProgress },
    );
    const finished = await Promise.all(
      [...channels].map(async ([form, channel]) => [form, await channel.finish()] as const),
    );
    return Object.fromEntries(finished);
  } catch (error) {
    for (const channel of channels.values()) channel.abort();
    throw error;
  }
}

/** The part of a page that a fork does not have from its parent; empty where it has nothing of its own. */
export function ownPage(surveyed: Survey): Survey {
  const { interval, inheritedEvents = 0, steps } = surveyed;
  const fromSeq = Math.min(Math.max(interval.fromSeq, inheritedEvents), interval.toSeq);
  const own: Interval = { fromSeq, toSeq: interval.toSeq };
  return { ...surveyed, interval: own, completedSteps: steps.completedIn(own) };
}
