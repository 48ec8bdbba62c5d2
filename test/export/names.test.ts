import { describe, expect, it } from 'vitest';
import { ExportNames, extensionOf } from '../../src/export/names.ts';

describe('the names of exported files', () => {
  it('are session ids, numbered where an id comes again', () => {
    const names = new ExportNames('.parquet');
    expect(['a', 'b', 'a', 'a-2', 'a'].map((id) => names.next(id))).toEqual([
      ...['a.parquet', 'b.parquet', 'a-2.parquet', 'a-2-2.parquet', 'a-3.parquet'],
    ]);
  });

  it('differ in more than their case', () => {
    const names = new ExportNames('.csv');
    expect(['Ab', 'aB'].map((id) => names.next(id))).toEqual(['Ab.csv', 'aB-2.csv']);
  });

  it.each([
    ['../../etc/passwd', '~002E.~002F..~002Fetc~002Fpasswd.json'],
    ['', '_.json'],
    ['.hidden', '~002Ehidden.json'],
    ['a\u0000b\n', 'a~0000b~000A.json'],
    ['😀', '~D83D~DE00.json'],
  ])('hold nothing but harmless characters: %j', (id, name) => {
    expect(new ExportNames('.json').next(id)).toBe(name);
  });

  it('fit into a directory, and stay different', () => {
    const long = 'é'.repeat(300);
    const [a = '', b = ''] = [`${long}a`, `${long}b`].map((id) =>
      new ExportNames('.json').next(id),
    );
    expect(a.length).toBeLessThan(160);
    expect(a).not.toBe(b);
  });

  it('promise no log format', () => {
    const names = new ExportNames('.jsonl');
    expect(['session.v4', 'session', 'session.v4x'].map((id) => names.next(id))).toEqual([
      ...['_session.v4.jsonl', '_session.jsonl', 'session.v4x.jsonl'],
    ]);
  });

  it.each([
    ['json', 'none', '.json'],
    ['ndjson', 'gzip', '.ndjson.gz'],
    ['csv', 'br', '.csv.br'],
    ['json', 'zstd', '.json.zst'],
    ['log', 'zstd', '.jsonl.zstd'],
    ['log', 'gzip', '.jsonl.gz'],
    ['parquet', 'none', '.parquet'],
  ] as const)('end as %s in %s does', (format, encoding, extension) => {
    expect(extensionOf(format, encoding)).toBe(extension);
  });
});
