// Takes the pictures in docs/images from reports on the samples: `npm run build && node docs/screenshots.mjs`.
// Needs Debian's chromium. With files as arguments it takes pictures of these pages into a folder instead:
// `node docs/screenshots.mjs out page.html…`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'dist/bin/histpack.js');

/** Widths are those of a wide window and of a telephone. */
const SHOTS = [
  { name: 'light', width: 1400, colorScheme: 'light' },
  { name: 'dark', width: 1400, colorScheme: 'dark' },
  { name: 'narrow', width: 400, colorScheme: 'light' },
];
const HEIGHT_PX = 1000;

const [out, ...given] = process.argv.slice(2);
const folder = out === undefined ? join(root, 'docs/images') : resolve(out);
const scratch = mkdtempSync(join(tmpdir(), 'histpack-shots-'));
const report = (name, args) => {
  const page = join(scratch, `${name}.html`);
  execFileSync(process.execPath, [program, ...args, '--format', 'html', '--output', page], {
    cwd: root,
  });
  return page;
};

try {
  mkdirSync(folder, { recursive: true });
  const pages =
    given.length > 0
      ? given.map((path) => resolve(path))
      : [report('inspect', ['inspect', 'samples/interrupted.jsonl'])];
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  for (const path of pages) {
    for (const { name, width, colorScheme } of SHOTS) {
      const viewport = { width, height: HEIGHT_PX };
      const page = await browser.newPage({ viewport, colorScheme, offline: true });
      await page.goto(pathToFileURL(path).href);
      const target = join(folder, `${basename(path, '.html')}-${name}.png`);
      await page.screenshot({ path: target, fullPage: true });
      await page.close();
    }
  }
  await browser.close();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
