import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { WHOLE_LOG } from '../../../src/codec/page.ts';
import type { Representation } from '../../../src/codec/representation.ts';
import { REPRESENTATIONS } from '../../../src/codec/representations.ts';
import type { StorageRecord } from '../../../src/codec/types.ts';
import { openLog } from '../../../src/log/log.ts';
import { memorySource } from '../../../src/log/source.ts';
import { survey } from '../../../src/log/survey.ts';
import { byForm, type Form } from '../../../src/measure/forms.ts';
import { weighPage } from '../../../src/measure/weigh.ts';
import { withoutFamily } from '../../../src/measure/why/leave-out.ts';
import { logText } from '../../support/logs.ts';
import { conversation } from '../../support/logs-conversation.ts';
import { naiveEvents, naiveResponse } from '../../support/naive.ts';
import { officialPack } from '../../support/official.ts';
import { FAST } from './support.ts';

const LINES = conversation({ turns: 3, layout: 'mixed' });
const EVENTS = naiveEvents(LINES.map((line) => JSON.parse(line)));
const PAGE = { fromSeq: 0, toSeq: EVENTS.length };

function expected(records: readonly StorageRecord[]) {
  const json = Buffer.from(naiveResponse(records, PAGE));
  const params = { [constants.BROTLI_PARAM_QUALITY]: FAST.brotliQuality };
  return {
    records: records.length,
    jsonBytes: json.length,
    gzipBytes: gzipSync(json, { level: FAST.gzipLevel }).length,
    brotliBytes: brotliCompressSync(json, { params }).length,
  };
}

async function weigh(forms: ReadonlyMap<Form, Representation>) {
  const log = await openLog(memorySource(Buffer.from(logText(LINES)), 'f.jsonl'));
  const surveyed = await survey(log, WHOLE_LOG);
  const weights = await weighPage(log, surveyed, { representations: forms, compression: FAST });
  return new Map(byForm(weights));
}

const weighWithout = (family: string) =>
  weigh(
    new Map<Form, Representation>([
      ['raw', withoutFamily(REPRESENTATIONS.raw, family)],
      ['packed', withoutFamily(REPRESENTATIONS.packed, family)],
    ]),
  );

describe('withoutFamily', () => {
  it('leaves out events and keeps the rest a valid response', async () => {
    const without = await weighWithout('user/message');
    const isKept = ({ type }: StorageRecord) => type !== 'user/message';
    expect(without.get('raw')).toMatchObject(expected(EVENTS.filter(isKept)));
    expect(without.get('packed')).toMatchObject(expected(officialPack(EVENTS).filter(isKept)));
  });

  it('leaves out rows and not the deltas of short runs', async () => {
    const without = await weighWithout('text-chunks');
    expect(without.get('raw')).toMatchObject(expected(EVENTS));
    const rest = officialPack(EVENTS).filter(({ type }) => type !== 'text-chunks');
    expect(without.get('packed')).toMatchObject({ ...expected(rest), rows: 3 });
  });

  it('ends in the error of a representation that fails', async () => {
    const failing: Representation = {
      ...REPRESENTATIONS.raw,
      open: () => () => {
        throw new Error('no page');
      },
    };
    const forms = new Map<Form, Representation>([
      ['raw', REPRESENTATIONS.raw],
      ['packed', failing],
    ]);
    await expect(weigh(forms)).rejects.toThrow('no page');
  });

  it('leaves the representation as it is otherwise', () => {
    const { isLossless, needsWholeRuns } = withoutFamily(REPRESENTATIONS.packed, 'x');
    expect({ isLossless, needsWholeRuns }).toEqual({ isLossless: true, needsWholeRuns: true });
  });
});
