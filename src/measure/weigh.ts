import type { PageContext, Representation } from '../codec/representation.ts';
import { REPRESENTATIONS } from '../codec/representations.ts';
import type { Span } from '../codec/span.ts';
import type { Interval } from '../codec/types.ts';
import type { Log } from '../log/log.ts';
import { readInterval, type Survey } from '../log/survey.ts';
import { Channel, type Weight } from './channel.ts';
import type { CompressionOptions, Compressors } from './compressors.ts';
import { type ByForm, byForm, type Form, PROJECTIONS } from './forms.ts';
import type { OneShot } from './one-shot.ts';

export interface WeighOptions {
  readonly representations: ReadonlyMap<Form, Representation>;
  readonly compression: CompressionOptions;
  readonly compressors?: Compressors | undefined;
  /** Compresses small pages in the calling thread. */
  readonly oneShot?: OneShot | undefined;
  readonly onProgress?: ((decodedBytes: number) => void) | undefined;
}

/** Weighs one page in several representations at once, each in its compressors. */
export class PageWeigher {
  readonly #channels: ReadonlyMap<Form, Channel>;

  private constructor(channels: ReadonlyMap<Form, Channel>) {
    this.#channels = channels;
  }

  /** @param page may still move its end until `finish` */
  static async open(
    page: Interval & PageContext,
    { representations, compression, compressors, oneShot }: WeighOptions,
  ): Promise<PageWeigher> {
    const channels = new Map<Form, Channel>();
    for (const [form, representation] of representations) {
      const options = { oneShot, compressors };
      channels.set(form, await Channel.open(representation, page, compression, options));
    }
    return new PageWeigher(channels);
  }

  /** Takes the next spans of the page; resolves when the slowest compressor can take more. */
  readonly write = async (spans: readonly Span[]): Promise<void> => {
    await Promise.all([...this.#channels.values()].map((channel) => channel.write(spans)));
  };

  async finish(): Promise<ByForm<Weight>> {
    const weights = [...this.#channels].map(
      async ([form, channel]) => [form, await channel.finish()] as const,
    );
    return Object.fromEntries(await Promise.all(weights));
  }

  /** Frees the compressors after a failure. */
  abort(): void {
    for (const channel of this.#channels.values()) channel.abort();
  }
}

/**
 * Weighs a surveyed page. Memory does not grow with the log.
 * @param known forms that have been weighed already; where all are, nothing is read
 */
export async function weighPage(
  log: Log,
  surveyed: Survey,
  options: WeighOptions,
  known: ByForm<Weight> = {},
): Promise<ByForm<Weight>> {
  const { interval, completedSteps } = surveyed;
  const twins = twinsOf(options.representations, completedSteps);
  const rest = [...options.representations].filter(
    ([form]) => known[form] === undefined && !twins.has(form),
  );
  const weights = new Map(byForm(known));
  if (rest.length > 0) {
    const page = { ...interval, completedSteps };
    const weigher = await PageWeigher.open(page, { ...options, representations: new Map(rest) });
    try {
      await readInterval(log, surveyed, weigher.write, { onProgress: options.onProgress });
      for (const [form, weight] of byForm(await weigher.finish())) weights.set(form, weight);
    } catch (error) {
      weigher.abort();
      throw error;
    }
  }
  return Object.fromEntries(
    [...options.representations.keys()].map((form) => [form, weights.get(twins.get(form) ?? form)]),
  );
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
