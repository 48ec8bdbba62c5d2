import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { JsonValue } from '../../src/codec/types.ts';
import { WireError } from '../../src/codec/wire/fault.ts';
import type { WireName, WirePages } from '../../src/codec/wire/types.ts';
import { parseResponse } from '../../src/schema/parse.ts';
import { RESPONSE_SCHEMAS } from '../../src/schema/responses.ts';
import { chunkRowSchema } from '../../src/schema/row.ts';
import { event, history, pageRow, row } from '../codec/wire/samples.ts';

type Inferred<Name extends WireName> = z.infer<(typeof RESPONSE_SCHEMAS)[Name]>;

/** A type of the codec without `readonly`, and with the `unknown` that zod has for any JSON. */
type Plain<T> = JsonValue extends T
  ? unknown
  : T extends object
    ? { -readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

/** A type of zod without the index signatures that let further keys pass. */
type Bare<T> = T extends readonly (infer Entry)[]
  ? Bare<Entry>[]
  : T extends object
    ? { [Key in keyof T as string extends Key ? never : Key]: Bare<T[Key]> }
    : T;

const issuesOf = (wire: WireName, response: unknown) =>
  RESPONSE_SCHEMAS[wire]
    .safeParse(response)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the schemas', () => {
  it('infer the types that the codec spells out', () => {
    expectTypeOf<Inferred<'history'>>().toExtend<Plain<WirePages['history']>>();
    expectTypeOf<Inferred<'page'>>().toExtend<Plain<WirePages['page']>>();
    expectTypeOf<Inferred<'events'>>().toExtend<Plain<WirePages['events']>>();
    expectTypeOf<Plain<WirePages['history']>>().toExtend<Bare<Inferred<'history'>>>();
    expectTypeOf<Plain<WirePages['page']>>().toExtend<Bare<Inferred<'page'>>>();
    expectTypeOf<Plain<WirePages['events']>>().toExtend<Bare<Inferred<'events'>>>();
  });

  it('name every record out of its place, with the expected and the found seq', () => {
    const response = history([event(5), event(7), row(8, 3), event(10)], 5, 12);
    const { issues } = RESPONSE_SCHEMAS.history.safeParse(response).error ?? { issues: [] };
    expect(issues).toMatchObject([
      {
        code: 'custom',
        path: ['records', 1],
        message: 'record 1: expected seq 6, found seq 7: 1 event is missing',
        params: { expectedSeq: 6, foundSeq: 7 },
      },
      {
        path: ['records', 3],
        message: 'record 3: expected seq 11, found seq 10: records overlap or are out of order',
      },
      {
        path: ['records', 4],
        message:
          'after record 3: expected seq 11, found the end of the records: 1 event is missing before toSeq 12',
      },
    ]);
  });

  it('say against a row what the codec says', () => {
    const { chunks } = row(5, 3);
    const short = { ...chunks, data: { ...chunks.data, dt: [1] } };
    const message = 'dt must have 2 entries for 3 members, found 1';
    expect(issuesOf('history', history([{ chunks: short }], 5, 8))).toStrictEqual([
      ['records.0.chunks', message],
    ]);
    const late = { ...pageRow(5, 3), event: { ...pageRow(5, 3).event, data: short.data } };
    expect(issuesOf('page', { records: [late], hasMore: true })).toStrictEqual([
      ['records.0.event', message],
    ]);
    const beyond = { ...chunks, seq0: Number.MAX_SAFE_INTEGER - 1 };
    expect(chunkRowSchema.safeParse(beyond).error?.issues[0]?.message).toBe(
      'seq0 9007199254740990 with 3 members leaves the safe integers',
    );
  });

  it('refuse a row as an event, and watermarks that step back', () => {
    const tagged = { event: { ...event(0).event, type: 'text-chunks' } };
    expect(issuesOf('events', { events: [tagged], hasMore: false })).toStrictEqual([
      ['events.0.event.type', 'a chunk row stands as an event'],
    ]);
    expect(issuesOf('history', history([], 9, 5))).toStrictEqual([
      ['', 'fromSeq 9 must not exceed toSeq 5'],
    ]);
  });
});

describe('parseResponse', () => {
  it('gives the response itself, with views and unknown keys', () => {
    const response = { ...history([{ ...event(0), view: { a: [] } }], 0, 1), cursor: 1 };
    expect(parseResponse(response, 'history')).toBe(response);
  });

  it('throws the first fault in order, and has the error of zod as its cause', () => {
    const response = history([event(5), event(7), { event: 1 }], 5, 8);
    let thrown: unknown;
    try {
      parseResponse(response, 'history');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(WireError);
    const { message, fault, cause } = thrown as WireError;
    expect(message).toBe('record 1: expected seq 6, found seq 7: 1 event is missing');
    expect(fault).toMatchObject({ kind: 'gap', record: 1, expectedSeq: 6, foundSeq: 7 });
    expect(cause).toMatchObject({ issues: [{ path: ['records', 2] }] });
  });
});
