import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import * as codec from '../../src/codec/index.ts';
import { streamLog } from '../codec/fold/streams.ts';
import { storedLog } from '../support/arbitraries.ts';
import { describeChromium, withTab } from '../support/chromium.ts';
import { exercise } from './exercise.ts';

/** What the codec may cost a web page: window, fold and wires included, `gzip -9`. */
const MAX_GZIP_BYTES = 15_000;

const MIN_EVENTS = 400;

/** The codec as one classic script, which makes the global `histpack`. */
async function bundleCodec(): Promise<string> {
  const input = fileURLToPath(new URL('../../src/codec/index.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'browser' });
  try {
    const { output } = await bundle.generate({ format: 'iife', name: 'histpack', minify: true });
    if (output.length !== 1) throw new Error(`expected one file, found ${output.length}`);
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

/** Whether an event may go over the wire; a near miss need not be one. */
function isSound(event: codec.SessionEvent): boolean {
  const page = { records: [{ event }], hasMore: true, fromSeq: event.seq, toSeq: event.seq + 1 };
  try {
    codec.validateResponse(page, 'history');
    return true;
  } catch {
    return false;
  }
}

/** A log of some hundred events: runs long and short, near misses, messages, odd characters. */
function generatedLog(): string {
  const logs = fc.sample(fc.oneof(storedLog, streamLog), { numRuns: MIN_EVENTS, seed: 5 });
  const events: codec.SessionEvent[] = [];
  for (const log of logs) {
    if (events.length >= MIN_EVENTS) break;
    for (const event of log) {
      const next = { ...event, seq: events.length };
      if (isSound(next)) events.push(next);
    }
  }
  return JSON.stringify(events);
}

const code = await bundleCodec();
const eventsJson = generatedLog();

describe('the browser bundle of the codec', () => {
  it('needs nothing of Node', () => {
    expect(code).not.toMatch(/node:|\brequire\b|\bprocess\.|\bBuffer\b|\bimport\b/);
  });

  it(`has less than ${MAX_GZIP_BYTES} bytes gzipped`, () => {
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(MAX_GZIP_BYTES);
  });
});

describe('the exercise for the browser, in Node', () => {
  const result = JSON.parse(exercise(codec, eventsJson));

  it('packs, expands and folds', () => {
    expect(JSON.stringify(result.expanded)).toBe(eventsJson);
    const rows = result.records.filter((record: object) => 'chunks' in record);
    expect(rows.length).toBeGreaterThan(10);
    expect(result.inputs.length).toBeLessThan(result.expanded.length);
    expect(result.settled).toStrictEqual(result.settledOfAll);
  });

  it('steps a window through every kind of input', () => {
    const codes = result.effects.flatMap(({ code }: { code?: string }) => code ?? []);
    expect(codes).toStrictEqual([
      'tail-installed',
      'live-buffered',
      'tail-stale',
      'tail-stale',
      'tail-installed',
      'live-replay',
      'live-appended',
      'live-replay',
      'older-prepended',
      'older-apart',
    ]);
    expect(result.refusal).toContain('1 event is missing');
  });
});

describeChromium('the browser bundle in Chromium', () => {
  it('gives what Node gives, without an error', async () => {
    await withTab(async ({ page, errors }) => {
      await page.setContent('<!doctype html><title>codec</title>');
      await page.addScriptTag({ content: code });
      const call = `(${exercise})(histpack, ${JSON.stringify(eventsJson)})`;
      expect(await page.evaluate<string>(call)).toBe(exercise(codec, eventsJson));
      expect(errors).toStrictEqual([]);
    });
  });

  it('is told when something goes wrong in the page', async () => {
    await withTab(async ({ page, errors }) => {
      await page.addScriptTag({ content: 'console.error("on purpose")' });
      expect(errors).toStrictEqual(['on purpose']);
    });
  });
});
