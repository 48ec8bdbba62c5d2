import type { Measurement, OwnPart } from './measure.ts';

/** What of a measurement goes into a total. */
export type Counted = Pick<OwnPart, 'events' | 'weights'>;

/** A fork, measured from its beginning, whose own part is known. */
interface Fork {
  readonly measurement: Measurement;
  readonly parent: string;
  readonly inheritedEvents: number;
  readonly own: OwnPart;
}

/**
 * Chooses what of each log goes into a total, so that events which a fork has from its parent are
 * counted once: where the parent, as far as it was inherited, is among the logs, its forks count
 * with their own part only; where it is not, the fork that inherited most stands for it and counts
 * whole. Of equals that is the first by session id and name, so the order of the logs is of no
 * matter. Logs measured in part, and forks whose parent nothing tells, count as they are.
 * @returns the parts in the order of the measurements; a part that is not the whole is `own`
 */
export function countedParts(measurements: readonly Measurement[]): Counted[] {
  const forks = measurements.flatMap((each) => asFork(each) ?? []);
  const parents = new Map(forks.map(({ measurement, parent }) => [measurement.session.id, parent]));
  const reach = reachOf(measurements);
  const ownOnly = new Map<Measurement, OwnPart>();
  for (const { measurement, parent, inheritedEvents, own } of forks.sort(byLengthThenName)) {
    if (isOwnAncestor(measurement.session.id, parents)) continue;
    const held = reach.get(parent) ?? 0;
    if (held >= inheritedEvents) ownOnly.set(measurement, own);
    else reach.set(parent, inheritedEvents); // this fork now stands for it
  }
  return measurements.map((each) => ownOnly.get(each) ?? each);
}

function asFork(measurement: Measurement): Fork | undefined {
  const { session, inheritedEvents = 0, own, interval } = measurement;
  const { id, parentSession: parent } = session;
  if (parent === undefined || parent === id || own === undefined) return undefined;
  return interval.fromSeq === 0 && inheritedEvents > 0
    ? { measurement, parent, inheritedEvents, own }
    : undefined;
}

/** How far from its beginning each session is among the logs, by its id. */
function reachOf(measurements: readonly Measurement[]): Map<string, number> {
  const reach = new Map<string, number>();
  for (const { session, interval } of measurements) {
    if (interval.fromSeq > 0) continue;
    reach.set(session.id, Math.max(reach.get(session.id) ?? 0, interval.toSeq));
  }
  return reach;
}

/** Headers can say anything; in a ring of forks nobody would count the beginning. */
function isOwnAncestor(id: string, parents: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(id); at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}

function byLengthThenName(a: Fork, b: Fork): number {
  if (a.inheritedEvents !== b.inheritedEvents) return b.inheritedEvents - a.inheritedEvents;
  const [first, second] = [a, b].map(({ measurement: { session, file } }) => [session.id, file]);
  return compare(first?.[0], second?.[0]) || compare(first?.[1], second?.[1]);
}

const compare = (a = '', b = ''): number => (a < b ? -1 : Number(a > b));
