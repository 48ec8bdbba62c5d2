/**
 * Takes the pictures in docs/images of the report on a sample, by Debian's Chromium:
 * `npm run screenshots`. With arguments it takes whole pages, to be looked at:
 * `node docs/screenshots.mjs folder page.html…`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';

/** What is shown of the page in the documentation, and how high: each below 200 kB. */
const SHOTS = [
  { name: 'light', width: 1400, colorScheme: 'light', from: 'body', height: 1290 },
  { name: 'dark', width: 1400, colorScheme: 'dark', from: '#log-timeline', height: 1640 },
  { name: 'narrow', width: 400, colorScheme: 'light', from: '#log-sizes', height: 1900 },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder = join(root, 'docs/images'), ...given] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'histpack-shots-'));

/** The report on a sample with a bit of everything in it. */
function makeReport() {
  const page = join(scratch, 'inspect.html');
  const program = join(root, 'dist/bin/histpack.js');
  const args = ['inspect', 'samples/interrupted.jsonl', '--format', 'html', '--output', page];
  execFileSync(process.execPath, [program, ...args], { cwd: root });
  return page;
}

async function shoot(browser, path, { name, width, colorScheme, from, height }) {
  const viewport = { width, height: 1000 };
  const page = await browser.newPage({ viewport, colorScheme, offline: true });
  await page.goto(pathToFileURL(resolve(path)).href);
  const target = join(folder, `${basename(path, '.html')}-${name}.png`);
  const top = Math.floor((await page.locator(from).boundingBox()).y);
  const clip = { x: 0, y: top, width, height };
  await page.screenshot({ path: target, fullPage: true, ...(given.length > 0 ? {} : { clip }) });
  await page.close();
}

const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
try {
  mkdirSync(folder, { recursive: true });
  for (const path of given.length > 0 ? given : [makeReport()]) {
    for (const shot of SHOTS) {
      await shoot(browser, path, given.length > 0 ? { ...shot, from: 'body' } : shot);
    }
  }
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
