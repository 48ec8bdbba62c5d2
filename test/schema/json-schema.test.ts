import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WireName } from '../../src/codec/wire/types.ts';
import { findFault } from '../../src/codec/wire/validate.ts';
import { jsonSchemas } from '../../src/schema/json-schema.ts';
import { anyPage, damagedPage } from '../codec/wire/pages.ts';
import { itHolds } from '../support/fuzz.ts';

const DIRECTORY = new URL('../../schema/', import.meta.url);

const schemas = jsonSchemas();

/** The JSON Schema of a wire, read back by zod: an independent reading of the generated file. */
const readBack = Object.fromEntries(
  [...schemas].map(([file, text]) => [
    file.replace('-response.json', ''),
    z.fromJSONSchema(JSON.parse(text)),
  ]),
) as Record<WireName, z.ZodType>;

describe('schema/', () => {
  it('holds what the zod schemas give (npm run schema makes it current)', async () => {
    for (const [file, text] of schemas) {
      expect(await readFile(new URL(file, DIRECTORY), 'utf8'), file).toBe(text);
    }
  });

  itHolds(
    'passes every sound response',
    fc.property(anyPage, ({ wire, page }) => {
      expect(readBack[wire].safeParse(page).success).toBe(true);
    }),
    100,
  );

  itHolds(
    'refuses damaged ones, but for what no JSON Schema can say',
    fc.property(damagedPage, ({ wire, page }) => {
      const fault = findFault(page, wire);
      if (readBack[wire].safeParse(page).success) {
        const beyond =
          /leaves the safe integers|entries for|must not exceed|expected (the page|seq)/;
        expect(fault?.message ?? 'expected seq').toMatch(beyond);
      } else expect(fault).toBeDefined();
    }),
    100,
  );
});
