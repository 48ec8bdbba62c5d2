import fc from 'fast-check';
import type { Selection } from '../../src/codec/page.ts';
import { storedLog } from './arbitraries.ts';
import { layout } from './layouts.ts';
import { headerLine } from './logs.ts';
import { skippableFrame, storedFrame } from './zstd.ts';

/** A sound log as lines with their line feeds, the header first, and how many events it holds. */
export interface SeekLog {
  readonly lines: readonly string[];
  readonly events: number;
}

/** Sound logs in any stored layout, most of them long enough to be cut into many sections. */
export const seekLog: fc.Arbitrary<SeekLog> = layout(storedLog)
  .filter(({ events }) => events.length > 0)
  .map(({ events, stored }) => ({
    lines: [headerLine(), ...stored.map((record) => JSON.stringify(record))].map(
      (line) => `${line}\n`,
    ),
    events: events.length,
  }));

/** Any selection of a log with so many events, a little beyond its end too. */
export const selectionIn = (events: number): fc.Arbitrary<Selection> => {
  const seq = fc.nat(events + 2);
  const maxMessages = fc.integer({ min: 1, max: 4 });
  return fc.oneof(
    fc
      .tuple(fc.option(seq, { nil: undefined }), fc.option(seq, { nil: undefined }))
      .map(([a, b]): Selection => {
        const [fromSeq, toSeq] =
          a !== undefined && b !== undefined ? [Math.min(a, b), Math.max(a, b)] : [a, b];
        return {
          kind: 'interval',
          ...(fromSeq === undefined ? {} : { fromSeq }),
          ...(toSeq === undefined ? {} : { toSeq }),
        };
      }),
    fc.record({ kind: fc.constant('forward' as const), fromSeq: seq, maxMessages }),
    fc.record({ kind: fc.constant('backward' as const), beforeSeq: seq, maxMessages }),
    fc.record({ kind: fc.constant('backward' as const), maxMessages }),
  );
};

/** A log and a few selections of it. */
export const logAndSelections = seekLog.chain((log) =>
  fc.tuple(fc.constant(log), fc.array(selectionIn(log.events), { minLength: 1, maxLength: 4 })),
);

/** Sizes of sections: of a fraction of a line, of a line, of many. */
export const sectionBytes = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 60, max: 400 }),
  fc.integer({ min: 400, max: 5000 }),
);

/** How lines are put into frames: how many in each, used over and over; none makes an empty one. */
export const framing = fc.record({
  counts: fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }).filter((all) => all.some(Boolean)),
  hasHeaderFrame: fc.boolean(),
  hasChecksums: fc.boolean(),
  hasSkippable: fc.boolean(),
});

export type Framing = typeof framing extends fc.Arbitrary<infer Value> ? Value : never;

/** The frames of a log that is cut between lines. */
export function framesOf(lines: readonly string[], how: Framing): Buffer[] {
  const contents: string[] = [];
  const [header = '', ...records] = lines;
  let rest: readonly string[] = records;
  if (how.hasHeaderFrame) contents.push(header);
  else rest = lines;
  for (let turn = 0; rest.length > 0; turn++) {
    const wanted = how.counts[turn % how.counts.length] ?? 1;
    const count = contents.length === 0 ? Math.max(1, wanted) : wanted; // the header comes first
    contents.push(rest.slice(0, count).join(''));
    rest = rest.slice(count);
  }
  return contents.flatMap((content, at) => {
    const frame = storedFrame(content, { checksum: how.hasChecksums });
    return how.hasSkippable && at % 3 === 2 ? [skippableFrame('note'), frame] : [frame];
  });
}
