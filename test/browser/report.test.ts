import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeChromium, withTab } from '../support/chromium.ts';
import { run } from '../support/context.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';
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

describeChromium('the HTML reports in Chromium', () => {
  const urls = new Map<string, string>();

  beforeAll(async () => {
    const folder = temporaryDirectory();
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
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
      await page.evaluate('document.activeElement.blur(), scrollTo(0, 0)');
      await page.reload();
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

  it('opens its numbers and scrolls its tables by keyboard', async () => {
    await withPage('inspect', 400, async (page) => {
      await page.locator('summary').first().focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('details').first().getAttribute('open')).toBe('');
      const table = page.locator('.scroll').first();
      await table.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => table.evaluate('(e) => e.scrollLeft')).toBeGreaterThan(0);
    });
  });

  it.each(Object.keys(PAGES))('%s: everything has a name for a screen reader', async (name) => {
    await withPage(name, 1400, async (page) => {
      expect(await page.evaluate<string[]>(namelessProbe)).toEqual([]);
      const tree = await page.locator('body').ariaSnapshot();
      expect(tree).toMatch(/- main:/);
      expect(tree).toMatch(/- banner:/);
      expect(tree).toMatch(/- contentinfo:/);
      const images = tree.match(/- img "[^"]+"/g) ?? [];
      expect(images.length).toBe(await page.locator('figure').count());
      expect(tree).not.toMatch(/- img$|- img:|- region:|- table:|- link:/m);
      for (const region of tree.match(/- region.*/g) ?? []) expect(region).toMatch(/^- region "/);
    });
  });
});
