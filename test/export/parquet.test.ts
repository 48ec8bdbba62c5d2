import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { exportBytes } from '../support/exporting.ts';
import { deltaLine, eventLine, logText } from '../support/logs.ts';

const LONE = '\ud83d';

/** One event of each sort, with what is hard to keep in a table. */
const LINES = [
  eventLine(0, 'turn/start', { turn: 7 }),
  // Lone surrogates in text; canonical JSON has them as escapes.
  deltaLine(1, `a${LONE}b`, { turn: 7, step: 2, index: 3 }),
  deltaLine(2, '', { turn: 7, step: 2, index: 3 }),
  '{"type":"assistant/chunk","seq":3,"time":-9007199254740991,"data":{"turn":9007199254740991,"step":0.5,"chunk":{"type":"tool-call-delta","index":0,"id":"c","argumentsDelta":"{\\""}}}',
  '{"type":"x","seq":4,"time":1e300,"data":{"turn":123456789012345678901234567890,"text":"é😀"}}',
  '{"seq":5,"data":[1],"time":null,"type":7}',
];

const rowsOf = async (log: string) => {
  const bytes = await exportBytes(Buffer.from(log), { representation: 'raw', format: 'parquet' });
  const file = new Uint8Array(bytes).buffer;
  return { rows: await parquetReadObjects({ file }), metadata: parquetMetadata(file) };
};

describe('a Parquet file of events', () => {
  it('has each column as it is in the log, and null where there is none', async () => {
    const { rows } = await rowsOf(logText(LINES));
    const bytes = LINES.map((line) => BigInt(Buffer.byteLength(line)));
    const none = {
      turn: null,
      step: null,
      chunk: null,
      index: null,
      text: null,
    };
    expect(rows.map(({ json }) => json)).toEqual(LINES);
    expect(rows.map(({ json: _, ...row }) => row)).toEqual([
      { seq: 0n, time: 1_700_000_000_000n, type: 'turn/start', ...none, turn: 7n, bytes: bytes[0] },
      {
        ...{ seq: 1n, time: 1_700_000_000_001n, type: 'assistant/chunk', turn: 7n, step: 2n },
        ...{ chunk: 'text-delta', index: 3n, text: 'a\ufffdb', bytes: bytes[1] },
      },
      {
        ...{ seq: 2n, time: 1_700_000_000_002n, type: 'assistant/chunk', turn: 7n, step: 2n },
        ...{ chunk: 'text-delta', index: 3n, text: '', bytes: bytes[2] },
      },
      {
        ...{ seq: 3n, time: -9007199254740991n, type: 'assistant/chunk', turn: 9007199254740991n },
        // A step that is no integer is no cell of an integer column.
        ...{ step: null, chunk: 'tool-call-delta', index: 0n, text: '{"', bytes: bytes[3] },
      },
      { seq: 4n, time: null, type: 'x', ...none, bytes: bytes[4] },
      { seq: 5n, time: null, type: null, ...none, bytes: bytes[5] },
    ]);
  });

  it('keeps seqs of 64 bits, and says which cells may be empty', async () => {
    const { metadata } = await rowsOf(logText(LINES));
    expect(metadata.schema.slice(1).map(({ name, type }) => [name, type])).toEqual([
      ...['seq', 'time'].map((name) => [name, 'INT64']),
      ['type', 'BYTE_ARRAY'],
      ...['turn', 'step'].map((name) => [name, 'INT64']),
      ['chunk', 'BYTE_ARRAY'],
      ['index', 'INT64'],
      ['text', 'BYTE_ARRAY'],
      ['bytes', 'INT64'],
      ['json', 'BYTE_ARRAY'],
    ]);
    const required = metadata.schema.filter(
      ({ repetition_type }) => repetition_type === 'REQUIRED',
    );
    expect(required.map(({ name }) => name)).toEqual(expect.arrayContaining(['bytes', 'json']));
  });

  it('is a file also where there is no event', async () => {
    expect((await rowsOf(logText([]))).rows).toEqual([]);
  });

  it('has row groups, so that memory stays bounded', async () => {
    const lines = Array.from({ length: 45_000 }, (_, seq) => deltaLine(seq, `t${seq}`));
    const { rows, metadata } = await rowsOf(logText(lines));
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([
      20_000, 20_000, 5_000,
    ]);
    expect(rows.map(({ seq }) => Number(seq))).toEqual(lines.map((_, seq) => seq));
    expect(rows.map(({ text }) => text)).toEqual(lines.map((_, seq) => `t${seq}`));
  });
});
