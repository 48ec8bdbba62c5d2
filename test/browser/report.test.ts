import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeChromium, withTab } from '../support/chromium.ts';
import { run } from '../support/context.ts';
import { contrastProbe, namelessProbe, overflowProbe } from './page-probes.ts';

const cwd = process.cwd();
const HEIGHT_PX = 900;
/** As much as a page of many figures may need. */
const MAX_TABS = 200;

/** The pages, made by the commands that make them for people. */
const PAGES = {
  inspect: ['inspect', 'samples/interrupted.jsonl'],
  'inspect of several': ['inspect', 'samples/compaction.jsonl', 'samples/long-answer.jsonl'],
  measure: [
    ...['measure', 'samples/mixed.jsonl', 'samples/text.jsonl', '--brotli-quality', '2', '--why'],
    ...['--no-cache', '--max', 'packed.json=1kB'],
  ],
} as const;

/** What a screen reader is told: roles, names and descriptions of all that is not hidden. */
async function accessibilityTree(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
    }));
}

describeChromium('the HTML reports in Chromium', () => {
  const urls = new Map<string, string>();
  let folder = '';
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'histpack-pages-'));
    for (const [name, args] of Object.entries(PAGES)) {
      const { stdout } = await run([...args, '--format', 'html'], { cwd });
      const path = join(folder, `${name}.html`);
      writeFileSync(path, stdout);
      urls.set(name, pathToFileURL(path).href);
    }
  });

  /** Opens a page from disk and watches for anything that it says or asks for. */
  const withPage = (name: string, width: number, use: (page: Page) => Promise<void>) =>
    withTab(async ({ page, errors }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      const url = urls.get(name) ?? '';
      await page.setViewportSize({ width, height: HEIGHT_PX });
      await page.goto(url);
      await use(page);
      expect(errors).toEqual([]);
      expect(requests.filter((asked) => !asked.startsWith('data:'))).toEqual([url]);
    });

  const cases = Object.keys(PAGES).flatMap((name) =>
    [400, 1400].flatMap((width) =>
      (['light', 'dark'] as const).map((scheme) => [name, width, scheme] as const),
    ),
  );

  it.each(cases)('%s at %i px, %s: readable, and no wider than the window', async (...all) => {
    const [name, width, colorScheme] = all;
    await withPage(name, width, async (page) => {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate<string[]>(overflowProbe)).toEqual([]);
      expect(await page.evaluate<string[]>(contrastProbe)).toEqual([]);
      const shown = page.locator('figure svg').filter({ visible: true });
      expect(await shown.count()).toBe(await page.locator('figure').count());
      await page.evaluate('for (const d of document.querySelectorAll("details")) d.open = true');
      expect(await page.evaluate<string[]>(overflowProbe)).toEqual([]);
      expect(await page.evaluate<string[]>(contrastProbe)).toEqual([]);
    });
  });

  it('follows the scheme of the reader', async () => {
    const ground = 'getComputedStyle(document.body).backgroundColor';
    await withPage('inspect', 1400, async (page) => {
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await page.evaluate(ground)).toBe('rgb(255, 255, 255)');
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await page.evaluate(ground)).toBe('rgb(20, 23, 28)');
    });
  });

  it('prints in black on white, whatever the scheme, with the wide pictures', async () => {
    await withPage('inspect', 400, async (page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const style = 'getComputedStyle(document.body)';
      expect(await page.evaluate(`${style}.color`)).toBe('rgb(0, 0, 0)');
      expect(await page.locator('.wide').first().isVisible()).toBe(true);
      expect(await page.locator('.narrow').first().isVisible()).toBe(false);
      expect(await page.evaluate<string[]>(contrastProbe)).toEqual([]);
      const pdf = await page.pdf({ format: 'A4' });
      expect(pdf.length).toBeGreaterThan(10_000);
    });
  });

  it('is all within reach of the keyboard, and shows where one is', async () => {
    await withPage('inspect', 400, async (page) => {
      const reachable = 'a[href], summary, [tabindex="0"]';
      const wanted = await page.locator(reachable).filter({ visible: true }).count();
      const reached = new Set<string>();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.className')).toBe('skip');
      const skip = await page.locator('.skip').boundingBox();
      expect(skip?.x).toBeGreaterThanOrEqual(0);
      reached.add('0');
      for (let at = 0; at < MAX_TABS; at++) {
        await page.keyboard.press('Tab');
        const place = await page.evaluate<string | null>(
          `(() => { const e = document.activeElement; if (e === document.body) return null;
            if (getComputedStyle(e).outlineStyle === 'none') return 'no outline: ' + e.outerHTML.slice(0, 80);
            return String([...document.querySelectorAll('${reachable}')].indexOf(e)); })()`,
        );
        if (place === null) break;
        reached.add(place);
      }
      expect([...reached].filter((place) => place.startsWith('no outline'))).toEqual([]);
      expect(reached.size).toBe(wanted);
    });
  });

  it('skips to its content', async () => {
    await withPage('inspect', 1400, async (page) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
    });
  });

  it('opens its numbers and scrolls its tables by keyboard', async () => {
    await withPage('inspect', 400, async (page) => {
      await page.locator('summary').first().focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('details').first().getAttribute('open')).toBe('');
      const wide =
        '[...document.querySelectorAll(".scroll")].find((e) => e.scrollWidth > e.clientWidth)';
      await page.evaluate('for (const d of document.querySelectorAll("details")) d.open = true');
      await page.evaluate(`${wide}.focus()`);
      await page.keyboard.press('ArrowRight');
      const moved = `${wide}.scrollLeft`;
      await expect.poll(() => page.evaluate<number>(moved)).toBeGreaterThan(0);
    });
  });

  it.each(Object.keys(PAGES))('%s: everything has a name for a screen reader', async (name) => {
    await withPage(name, 1400, async (page) => {
      expect(await page.evaluate<string[]>(namelessProbe)).toEqual([]);
      const tree = await accessibilityTree(page);
      const roles = (role: string) => tree.filter((node) => node.role === role);
      for (const landmark of ['main', 'banner', 'contentinfo']) {
        expect(roles(landmark)).toHaveLength(1);
      }
      const [images, figures] = [roles('image'), page.locator('figure')];
      expect(images).toHaveLength(await figures.count());
      const named = ['image', 'region', 'table', 'link', 'navigation'].flatMap(roles);
      expect(named.filter(({ name }) => name.trim() === '')).toEqual([]);
      expect(images.filter(({ description }) => description.trim() === '')).toEqual([]);
    });
  });
});
