import { expect, it } from 'vitest';
import { HistpackError } from '../../src/errors.ts';
import { openLog } from '../../src/log/log.ts';
import { memorySource } from '../../src/log/source.ts';
import { survey } from '../../src/log/survey.ts';
import { deltaLine, eventLine, logText } from '../support/logs.ts';

/** Every place in a run: the fast path must look at none of these lines. */
it.each([1, 2, 3, 4])(
  'refuses a bad byte in the fragment of delta %i of a run',
  async (damaged) => {
    const lines = [eventLine(0, 'x'), ...[1, 2, 3, 4].map((seq) => deltaLine(seq, 'abc'))];
    const bytes = Buffer.from(logText(lines), 'utf8');
    let at = 0;
    for (let found = 0; found < damaged; found++) at = bytes.indexOf('abc', at + 1);
    bytes[at + 1] = 0xff;
    const log = await openLog(memorySource(bytes));
    const error = await survey(log, { kind: 'interval' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HistpackError);
    expect((error as HistpackError).fault).toMatchObject({
      code: 'E_UTF8',
      line: damaged + 2,
      detail: { badByteOffset: at + 1 },
    });
  },
);
