import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as codec from '../../src/codec/index.ts';
import * as official from '../support/official.ts';

const folder = new URL('../../src/codec/', import.meta.url);

describe('the codec', () => {
  it('has the functions of the official package, under their names', () => {
    expect(official.officialPack.name).toBe(codec.packChunkRuns.name);
    expect(official.officialDecode.name).toBe(codec.decodeStorageRecord.name);
  });

  it('pages by 50 messages, as the history protocol does', () => {
    expect(codec.DEFAULT_MAX_MESSAGES).toBe(50);
  });

  it('packs runs of three or more', () => {
    expect(codec.MIN_ROW_MEMBERS).toBe(3);
  });

  it('runs in a browser: it imports nothing that lies outside its folder', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const imports = files.flatMap((name) => {
      const file = new URL(name, folder);
      const sources = [...readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)];
      return sources.map(([, from = '']) =>
        from.startsWith('.') ? new URL(from, file).href : from,
      );
    });
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((from) => !from.startsWith(folder.href))).toStrictEqual([]);
  });
});
