import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELTA_KINDS } from '../../src/codec/kinds.ts';
import {
  canonicalDelta,
  type Delta,
  eachMemberText,
  Run,
  type RunHead,
  sameHead,
} from '../../src/codec/run.ts';
import { deltaEvent, fragment, head } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';

const [text, reasoning, call] = DELTA_KINDS as [RunHead['kind'], RunHead['kind'], RunHead['kind']];
const textHead: RunHead = {
  kind: text,
  turn: 1,
  step: 1,
  index: 0,
  id: undefined,
  name: undefined,
};
const callHead: RunHead = { ...textHead, kind: call, id: 'c', name: 'bash' };

const delta: fc.Arbitrary<Delta> = fc.record({ head, seq: fc.nat(), time: fc.integer(), fragment });

/** Four members, the second and the last stored in a spelling of their own. */
const spelled = (): Run => {
  const run = new Run(textHead, 10);
  run.push(100, 'a');
  run.push(101, 'b', 'B as stored');
  run.push(102, 'c');
  run.push(103, 'd', 'D as stored');
  return run;
};

const memberTexts = (run: Run): [string, number][] => {
  const texts: [string, number][] = [];
  eachMemberText(run, (text, seq) => texts.push([text, seq]));
  return texts;
};

describe('canonicalDelta', () => {
  itHolds(
    'is the JSON of the event',
    fc.property(delta, (parts) => {
      expect(canonicalDelta(parts)).toBe(JSON.stringify(deltaEvent(parts)));
    }),
  );
});

describe('eachMemberText', () => {
  itHolds(
    'gives the JSON of each event, in order',
    fc.property(
      head,
      fc.nat(),
      fc.array(fc.tuple(fc.integer(), fragment)),
      (head, seq0, members) => {
        const run = new Run(head, seq0);
        for (const [time, text] of members) run.push(time, text);
        expect(memberTexts(run)).toStrictEqual(
          members.map(([time, fragment], k) => {
            const event = deltaEvent({ head, seq: seq0 + k, time, fragment });
            return [JSON.stringify(event), seq0 + k];
          }),
        );
      },
    ),
  );

  it('gives the stored text of a member that was not canonical', () => {
    expect(memberTexts(spelled()).filter(([text]) => text.endsWith('stored'))).toStrictEqual([
      ['B as stored', 11],
      ['D as stored', 13],
    ]);
  });
});

describe('Run.slice', () => {
  itHolds(
    'keeps exactly the members of the interval, with their seqs and stored texts',
    fc.property(fc.nat(16), fc.nat(16), (fromSeq, toSeq) => {
      fc.pre(fromSeq < toSeq && fromSeq < 14 && toSeq > 10);
      const cut = memberTexts(spelled().slice(fromSeq, toSeq));
      const kept = memberTexts(spelled()).filter(([, seq]) => seq >= fromSeq && seq < toSeq);
      expect(cut).toStrictEqual(kept);
    }),
  );

  it('gives the run itself when nothing is cut', () => {
    const run = spelled();
    expect(run.slice(10, 14)).toBe(run);
    expect(run.slice(0, 99)).toBe(run);
  });

  it('moves stored texts to their new members', () => {
    expect(spelled().slice(11, 13).verbatim).toStrictEqual(new Map([[0, 'B as stored']]));
  });

  it('leaves out the map where no member needs it', () => {
    expect(spelled().slice(12, 13).verbatim).toBeUndefined();
  });

  it('does not share its columns with the whole', () => {
    const run = spelled();
    run.slice(10, 12).push(104, 'e');
    expect(run.fragments).toStrictEqual(['a', 'b', 'c', 'd']);
  });
});

describe('Run', () => {
  it('takes over the columns it is given', () => {
    const [times, fragments, verbatim] = [[1, 2], ['a', 'b'], new Map([[0, 'A']])];
    const run = new Run(textHead, 5, times, fragments, verbatim);
    expect([run.length, run.toSeq]).toStrictEqual([2, 7]);
    expect([run.times, run.fragments, run.verbatim]).toStrictEqual([times, fragments, verbatim]);
  });

  it('accepts any time first, then those a safe integer away', () => {
    const far = Number.MAX_SAFE_INTEGER;
    const run = new Run(textHead, 0);
    expect(run.acceptsTime(-far)).toBe(true);
    run.push(-far, 'a');
    expect([run.acceptsTime(0), run.acceptsTime(1), run.acceptsTime(far)]).toStrictEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('sameHead', () => {
  it.each<[string, Partial<RunHead>]>([
    ['kind', { kind: reasoning }],
    ['turn', { turn: 2 }],
    ['step', { step: 2 }],
    ['index', { index: 1 }],
    ['id', { id: 'd' }],
    ['name', { name: 'read' }],
    ['absence of a name', { name: undefined }],
    ['emptiness of a name', { name: '' }],
  ])('minds the %s', (_, other) => {
    expect(sameHead(callHead, { ...callHead, ...other })).toBe(false);
  });

  it('goes by value', () => {
    expect(sameHead(callHead, { ...callHead })).toBe(true);
    expect(sameHead(textHead, textHead)).toBe(true);
  });
});
