import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { describe, it } from 'vitest';

/** Debian's Chromium. */
const EXECUTABLE = '/usr/bin/chromium';

const LAUNCH_TIMEOUT_MS = 90_000;

/** Why Chromium cannot be used here; undefined where it can, or must. */
export const chromiumMissing =
  existsSync(EXECUTABLE) || process.env.HISTPACK_REQUIRE_CHROMIUM === '1'
    ? undefined
    : `no ${EXECUTABLE} (apt-get install chromium)`;

/** Tests that need Chromium; where it is absent they are skipped and say why. */
export function describeChromium(name: string, tests: () => void): void {
  if (chromiumMissing === undefined) describe(name, tests);
  else describe(name, () => it.skip(chromiumMissing, () => {}));
}

/** A page of a headless Chromium, and what went wrong in it so far. */
export interface Tab {
  readonly page: Page;
  /** Errors on the console, exceptions that nothing caught, and requests beyond `file:` and `data:`. */
  readonly errors: readonly string[];
}

/** Opens an empty page in a Chromium of its own, without a network, and closes it afterwards. */
export async function withTab<Result>(use: (tab: Tab) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox'], // tests may run as root
    timeout: LAUNCH_TIMEOUT_MS,
  });
  try {
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (said) => said.type() === 'error' && errors.push(said.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(file|data|about|blob):/.test(url)) errors.push(`request: ${url}`);
    });
    return await use({ page, errors });
  } finally {
    await browser.close();
  }
}
