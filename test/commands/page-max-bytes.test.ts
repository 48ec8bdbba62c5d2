import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

/** 7 turns of 33 events, the last one without its message: 228 events. */
const LINES = conversation({ turns: 7, deltas: 13, layout: 'mixed', isRunning: true });

interface Page {
  readonly text: string;
  readonly stderr: string;
  readonly records: readonly { readonly event?: { readonly seq: number } }[];
  readonly fromSeq: number;
  readonly toSeq: number;
}

async function page(path: string, ...flags: readonly string[]): Promise<Page> {
  const { exitCode, stdout, stderr } = await run(['page', path, ...flags]);
  expect([exitCode, flags, exitCode === 0 ? '' : stderr]).toEqual([0, flags, '']);
  return { ...JSON.parse(stdout), text: stdout, stderr };
}

/** A page is within its limit, unless it is one record. */
function expectFits({ text, records }: Page, maxBytes: number): void {
  if (records.length > 1) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
}

const FORMS = [
  ['raw'],
  ['packed'],
  ['projection'],
  ['projection', '--projection', 'keep-first-token'],
];

const SIZES = [700, 3000, 9000];

/** The whole log in pages, forward by `--from`. */
async function forward(path: string, end: number, form: readonly string[], maxBytes: number) {
  const pages: Page[] = [];
  for (let fromSeq = 0; fromSeq < end; ) {
    const limit = ['--max-bytes', String(maxBytes), '--from', String(fromSeq)];
    const next = await page(path, ...limit, '--as', ...form);
    expectFits(next, maxBytes);
    expect(next.fromSeq).toBe(fromSeq);
    expect(next.toSeq).toBeGreaterThan(fromSeq);
    const isNoted = next.stderr.includes(`go on with --from ${next.toSeq}`);
    expect(isNoted).toBe(next.toSeq < end);
    pages.push(next);
    fromSeq = next.toSeq;
  }
  return pages;
}

/** The whole log in pages, backward by `--before`. */
async function backward(path: string, end: number, form: readonly string[], maxBytes: number) {
  const pages: Page[] = [];
  for (let before = end; before > 0; ) {
    const limit = ['--max-bytes', String(maxBytes), '--before', String(before)];
    const next = await page(path, ...limit, '--max-messages', '5', '--as', ...form);
    expectFits(next, maxBytes);
    expect(next.toSeq).toBe(before);
    expect(next.fromSeq).toBeLessThan(before);
    const whole = await page(path, '--before', String(before), '--max-messages', '5');
    const isNoted = next.stderr.includes(`go on with --before ${next.fromSeq}`);
    expect(isNoted).toBe(next.fromSeq > whole.fromSeq);
    pages.unshift(next);
    before = next.fromSeq;
  }
  return pages;
}

describe('page --max-bytes', () => {
  it.each(FORMS)('%s %s %s: pages cover the log, forward', async (...form) => {
    const path = writeTemporary(logText(LINES));
    const whole = await page(path, '--as', 'raw');
    for (const maxBytes of SIZES) {
      const pages = await forward(path, whole.toSeq, form.filter(Boolean), maxBytes);
      expect(pages.length).toBeGreaterThan(1);
      if (form[0] !== 'raw') continue;
      expect(pages.flatMap(({ records }) => records)).toEqual(whole.records);
    }
  });

  it.each(FORMS)('%s %s %s: pages cover the log, backward', async (...form) => {
    const path = writeTemporary(logText(LINES));
    const whole = await page(path, '--as', 'raw');
    for (const maxBytes of SIZES) {
      const pages = await backward(path, whole.toSeq, form.filter(Boolean), maxBytes);
      expect(pages.length).toBeGreaterThan(1);
      if (form[0] !== 'raw') continue;
      expect(pages.flatMap(({ records }) => records)).toEqual(whole.records);
    }
  });

  it('gives one record a page where nothing fits', async () => {
    const path = writeTemporary(logText(conversation({ turns: 1, deltas: 2 })));
    const pages = await forward(path, 11, ['raw'], 1);
    expect(pages.map(({ records }) => records.length)).toEqual(Array(11).fill(1));
    expect(await backward(path, 11, ['raw'], 1)).toHaveLength(11);
  });

  it('leaves room for no further record', async () => {
    const path = writeTemporary(logText(LINES));
    for (const form of ['raw', 'packed']) {
      const { toSeq, text } = await page(path, '--max-bytes', '9000', '--as', form);
      const more = await page(path, '--as', form, '--to', String(toSeq + 1));
      expect(text.length).toBeLessThan(9001);
      // In packed form the next record is a row, of which one member more is but the beginning.
      if (form === 'raw') expect(Buffer.byteLength(more.text)).toBeGreaterThan(9000);
      const exact = await page(path, '--max-bytes', String(Buffer.byteLength(text)), '--as', form);
      expect(exact.text).toBe(text);
    }
  });

  it('says nothing where the page fits, and nothing under --quiet', async () => {
    const path = writeTemporary(logText(LINES));
    expect((await page(path, '--max-bytes', '1MB')).stderr).toBe('');
    expect((await page(path, '--max-bytes', '1KiB', '--quiet')).stderr).toBe('');
    const { stderr } = await page(path, '--max-bytes', '1KiB', '--tail');
    expect(stderr).toMatch(/^histpack: the page begins at seq (\d+) .*go on with --before \1\n$/);
  });

  it('bounds a page forward by messages too', async () => {
    const path = writeTemporary(logText(LINES));
    const flags = ['--from', '3', '--max-messages', '2', '--as', 'raw'];
    const whole = await page(path, ...flags);
    const part = await page(path, ...flags, '--max-bytes', '2KiB');
    expect(part.fromSeq).toBe(3);
    expect(part.toSeq).toBeLessThan(whole.toSeq);
    expect(part.stderr).toContain(`go on with --from ${part.toSeq}`);
  });

  it.each(['', 'much', '-1', '1.5x'])('refuses the size %j', async (size) => {
    const { exitCode, stderr } = await run(['page', 'f', '--max-bytes', size]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('a size');
  });
});
