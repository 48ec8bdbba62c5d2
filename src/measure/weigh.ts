import type { Representation } from '../codec/representation.ts';
import { REPRESENTATIONS } from '../codec/representations.ts';
import type { Interval } from '../codec/types.ts';
import type { Log } from '../log/log.ts';
import { readInterval, type Survey } from '../log/survey.ts';
import { Channel, type Weight } from './channel.ts';
import type { CompressionOptions, Compressors } from './compressors.ts';
import { type ByForm, type Form, PROJECTIONS } from './forms.ts';
import { OneShot } from './one-shot.ts';

export interface WeighOptions {
  readonly representations: ReadonlyMap<Form, Representation>;
  readonly compression: CompressionOptions;
  readonly compressors?: Compressors | undefined;
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
  { representations, compression, compressors, oneShot, onProgress }: WeighOptions,
): Promise<ByForm<Weight>> {
  const { interval, completedSteps } = surveyed;
  const page = { ...interval, completedSteps };
  const channelOptions = {
    oneShot: oneShot === true ? OneShot.of(compression) : undefined,
    compressors,
  };
  const channels = new Map<Form, Channel>();
  const twins = twinsOf(representations, completedSteps);
  try {
    for (const [form, representation] of representations) {
      if (twins.has(form)) continue;
      channels.set(form, await Channel.open(representation, page, compression, channelOptions));
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
    const weights = new Map(finished);
    return Object.fromEntries(
      [...representations.keys()].map((form) => [form, weights.get(twins.get(form) ?? form)]),
    );
  } catch (error) {
    for (const channel of channels.values()) channel.abort();
    throw error;
  }
}

/**
 * Forms that have the bytes of another one on this page, which is then weighed once: a projection
 * drops nothing where no step is completed. So a long running answer costs half the time.
 */
function twinsOf(
  representations: WeighOptions['representations'],
  completedSteps: Iterable<string>,
): ReadonlyMap<Form, Form> {
  const [completed] = completedSteps;
  const raw = [...representations].find(([, each]) => each === REPRESENTATIONS.raw)?.[0];
  if (completed !== undefined || raw === undefined) return new Map();
  const projections: readonly Representation[] = Object.values(PROJECTIONS).map(
    (name) => REPRESENTATIONS[name],
  );
  const twins = [...representations].filter(([, each]) => projections.includes(each));
  return new Map(twins.map(([form]) => [form, raw]));
}

/** The part of a page that a fork does not have from its parent; empty where it has nothing of its own. */
export function ownPage(surveyed: Survey): Survey {
  const { interval, inheritedEvents = 0, steps } = surveyed;
  const fromSeq = Math.min(Math.max(interval.fromSeq, inheritedEvents), interval.toSeq);
  const own: Interval = { fromSeq, toSeq: interval.toSeq };
  return { ...surveyed, interval: own, completedSteps: steps.completedIn(own), isSeen: false };
}
