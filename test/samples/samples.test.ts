import { readdirSync } from 'node:fs';
import { foldSurface } from '@deepseek-ai/dsh-session';
import { describe, expect, it } from 'vitest';
import { SAMPLES, sampleText } from '../../samples/catalogue.ts';
import type { JsonValue, SessionEvent } from '../../src/codec/index.ts';
import { ofType, readSample, sampleFile } from './read-sample.ts';

const NAMES = Object.keys(SAMPLES);
const COMMITTED_BYTES_MAX = 1_000_000;

describe.each(NAMES)('%s', (name) => {
  it('is what the script makes', () => {
    const lines = SAMPLES[name]?.() ?? [];
    expect(sampleFile(name)).toBe(sampleText(lines));
  });

  it('is the exact output of JSON.stringify, each line ended', () => {
    const text = sampleFile(name);
    const again = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.stringify(JSON.parse(line)));
    expect(`${again.join('\n')}\n`).toBe(text);
  });

  it('begins with a header of format 0', () => {
    const { header = {} } = readSample(name);
    const keys = ['type', 'version', 'id', 'createdAt', 'cwd', 'delegationDepth'];
    expect(Object.keys(header)).toEqual(keys);
    expect(header).toMatchObject({ type: 'session', version: 0, delegationDepth: 0 });
    expect(header.id).toMatch(/^session-[a-z-]+$/);
    expect(header.createdAt).toSatisfy(Number.isSafeInteger);
  });

  it('has dense seqs when the official codec expands it', () => {
    const { events } = readSample(name);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
  });

  it('has messages that the official surface fold accepts', () => {
    const events = readSample(name).events.map(withPlainSources);
    // The official type lists every event; these are typed openly.
    expect(() => foldSurface(events as unknown as Parameters<typeof foldSurface>[0])).not.toThrow();
  });

  it('is named in the README', () => {
    expect(sampleFile('README.md')).toContain(`\n| \`${name}\` `);
  });
});

describe('the sample folder', () => {
  it('holds no other log', () => {
    const files = readdirSync(new URL('../../samples/', import.meta.url));
    expect(files.filter((file) => file.endsWith('.jsonl')).sort()).toEqual([...NAMES].sort());
  });

  it('stays small', () => {
    const bytes = NAMES.reduce((sum, name) => sum + Buffer.byteLength(sampleFile(name)), 0);
    expect(bytes).toBeLessThan(COMMITTED_BYTES_MAX);
  });

  it('stores one session in three forms', () => {
    const { events } = readSample('packed.jsonl');
    expect(ofType(events, 'turn/end')).toHaveLength(3);
    expect(readSample('unpacked.jsonl').events).toEqual(events);
    expect(readSample('mixed.jsonl').events).toEqual(events);
  });
});

/** The event with its source seqs one by one: the fold of this official version predates pairs. */
function withPlainSources(event: SessionEvent): SessionEvent {
  if (!Array.isArray(event.sourceEventSeqs)) return event;
  const sourceEventSeqs = event.sourceEventSeqs.flatMap((source: JsonValue) => {
    if (!Array.isArray(source)) return source;
    const [first, last] = source as [number, number];
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
  return { ...event, sourceEventSeqs };
}
