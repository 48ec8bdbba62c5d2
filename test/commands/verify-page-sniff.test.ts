import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikeResponse, SNIFF_BYTES } from '../../src/commands/verify-page-sniff.ts';
import { anyPage } from '../codec/wire/pages.ts';
import { event, history, pageRow, row } from '../codec/wire/samples.ts';
import { itHolds } from '../support/fuzz.ts';
import { deltaLine, eventLine, headerLine, logText, rowLine } from '../support/logs.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('looksLikeResponse', () => {
  itHolds(
    'knows every response, however it is written and wrapped',
    fc.property(
      anyPage,
      fc.constantFrom(undefined, 2),
      fc.constantFrom(
        (page: unknown) => page,
        (page: unknown) => [page, page],
        (page: unknown) => ({ result: page }),
        (page: unknown) => ({ jsonrpc: '2.0', id: 1, result: { data: page } }),
        (page: unknown) => ({ status: { code: 200, seq: 1 }, data: page }),
      ),
      fc.constantFrom('', '\ufeff', ' \r\n\t'),
      ({ page }, indent, wrap, lead) => {
        const text = lead + JSON.stringify(wrap(page), undefined, indent);
        expect(looksLikeResponse(text)).toBe(true);
        expect(looksLikeResponse(bytes(text))).toBe(true);
        expect(looksLikeResponse(`${JSON.stringify(page)}\n${text}`)).toBe(true);
      },
    ),
    100,
  );

  it.each([
    ['a log', logText([eventLine(0, 'turn/start')])],
    ['a header alone', headerLine()],
    ['a header whose type comes late', '{"version":0,"id":"s","type":"session","records":[]}'],
    ['a header with a key of a response', headerLine({ events: [], hasMore: true })],
    [
      'a log without its header',
      eventLine(0, 'compaction/summary', { records: [], hasMore: true }),
    ],
    ['a log that begins with a row', rowLine(0, ['a', 'b', 'c'])],
    ['a log that begins with a delta', deltaLine(0, '{"records":[')],
    ['nothing', ''],
    ['white space', ' \n '],
    ['no JSON', 'records: [], hasMore'],
    ['a JSON string', '"{\\"records\\":[]}"'],
    ['another object', '{"name":"x","version":"1.0.0","files":[]}'],
    ['lists that hold no records', '{"records":{},"events":1}'],
    ['keys deeper down', '{"meta":{"records":[],"hasMore":true},"list":[{"events":[]}]}'],
    ['keys behind the first document', '{"a":1}{"records":[]}'],
    ['keys inside a string', '{"a":"\\",\\"records\\":[","b":1}'],
    ['a cut string', '{"a":"x\\"records\\":[ {"records":['],
  ])('does not take %s for one', (_, text) => {
    expect(looksLikeResponse(text)).toBe(false);
    expect(looksLikeResponse(bytes(text))).toBe(false);
  });

  it('knows a response from its beginning, and a cut one too', () => {
    const text = JSON.stringify(history([event(0), row(1, 3)], 0, 4));
    expect(looksLikeResponse(text.slice(0, 12))).toBe(true);
    expect(looksLikeResponse(JSON.stringify({ hasMore: false, records: [pageRow(0, 3)] }))).toBe(
      true,
    );
    expect(looksLikeResponse('{"jsonrpc":"2.0","error":{"code":1}}')).toBe(true);
  });

  it('looks at the beginning alone', () => {
    const far = `{"note":"${'x'.repeat(SNIFF_BYTES)}","records":[]}`;
    expect(looksLikeResponse(far)).toBe(false);
  });
});
