import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  coverageFault,
  expandPage,
  type HistoryWindow,
  type SessionEvent,
} from '../../src/codec/index.ts';
import { run } from '../support/context.ts';
import { startScript } from './scripts.ts';

/** What `examples/client/server.mjs` gives; it is plain JavaScript. */
interface Host {
  readonly url: string;
  happen(count?: number): boolean;
  drop(): void;
  close(): Promise<void>;
}

/** And `examples/client/client.mjs`. */
interface Client {
  readonly window: HistoryWindow;
  follow(): Promise<void>;
  close(): void;
}

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SERVER = pathOf('examples/client/server.mjs');
const CLIENT = pathOf('examples/client/client.mjs');

const { startServer } = (await import(SERVER)) as {
  startServer(options: { file: string; heldBack?: number }): Promise<Host>;
};
const { SessionClient } = (await import(CLIENT)) as {
  SessionClient: new (options: object) => Client;
};

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const LIVE_EVENTS = 60;
const RETRY_MS = 20;

const eventsOf = async (file: string): Promise<SessionEvent[]> => {
  const { stdout } = await run(['page', '--as', 'raw', '--format', 'json', file]);
  return JSON.parse(stdout).records.map(({ event }: { event: SessionEvent }) => event);
};

/** A host with some events to come, and a client that follows it. */
async function session(file: string, encoding: string) {
  const host = await startServer({ file, heldBack: LIVE_EVENTS });
  cleanups.push(() => host.close());
  const said: string[] = [];
  const print = (line: string) => said.push(line);
  const client = new SessionClient({ url: host.url, encoding, retryMs: RETRY_MS, print });
  const following = client.follow();
  cleanups.push(async () => {
    client.close();
    await following;
  });
  return { host, client, said };
}

/** Waits until the window is `[0, toSeq)` and nothing is asked for; gives its events. */
async function windowTo(client: Client, toSeq: number): Promise<SessionEvent[]> {
  const idle = { isCurrent: true, fetch: undefined, shown: { fromSeq: 0, toSeq, hasMore: false } };
  await vi.waitFor(() => expect(client.window).toMatchObject(idle), { timeout: 30_000 });
  const records = [...(client.window.shown?.records ?? [])];
  expect(coverageFault({ records, fromSeq: 0, toSeq })).toBe(undefined);
  return expandPage(records);
}

const samples = ['samples/unpacked.jsonl', 'samples/packed.jsonl'].map(pathOf);
const situations = samples.flatMap((file) => [
  { file, encoding: 'gzip' },
  { file, encoding: 'br' },
]);

describe.each(situations)('the example client on $file over $encoding', ({ file, encoding }) => {
  it('holds the whole log as one interval, follows it live and repairs a dropped connection', async () => {
    const events = await eventsOf(file);
    const { host, client, said } = await session(file, encoding);
    const start = events.length - LIVE_EVENTS;

    expect(await windowTo(client, start)).toStrictEqual(events.slice(0, start));
    const pages = said.filter((line) => line.startsWith('page ['));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.every((line) => line.endsWith(`, ${encoding}`))).toBe(true);

    host.happen(20);
    expect(await windowTo(client, start + 20)).toStrictEqual(events.slice(0, start + 20));
    expect(said).toContain(`seq ${start} now ends the window`);

    const before = said.length;
    host.drop();
    host.happen(20); // nobody hears of these
    expect(await windowTo(client, start + 40)).toStrictEqual(events.slice(0, start + 40));
    expect(said.slice(before)).toContainEqual(expect.stringContaining('connection lost: '));
    expect(said.slice(before)).toContainEqual(expect.stringContaining('the window is now '));

    expect(host.happen(20)).toBe(false);
    expect(await windowTo(client, events.length)).toStrictEqual(events);
    expect(said.at(-1)).toBe(`seq ${events.length - 1} now ends the window`);
  });
});

describe('the example server', () => {
  const [file = ''] = samples;

  it.each([
    ['/nope', 404, 'no such path: /nope\n'],
    ['/history?beforeSeq=-1', 400, 'beforeSeq must be a whole number (got: "-1")\n'],
    ['/history?maxMessages=', 400, 'maxMessages must be a whole number (got: "")\n'],
  ])('refuses %s', async (path, status, text) => {
    const host = await startServer({ file });
    cleanups.push(() => host.close());
    const response = await fetch(host.url + path);
    expect([response.status, await response.text()]).toStrictEqual([status, text]);
  });

  it('sends no encoding that was not asked for', async () => {
    const host = await startServer({ file });
    cleanups.push(() => host.close());
    const headers = { 'accept-encoding': 'identity' };
    const response = await fetch(`${host.url}/history?maxMessages=1`, { headers });
    expect(response.headers.get('content-encoding')).toBe(null);
    expect(await response.json()).toMatchObject({ hasMore: true });
  });
});

describe('the example client', () => {
  it('lets no unsafe page into its window, and asks again later', async () => {
    const [file = ''] = samples;
    const real = globalThis.fetch;
    let broken = 2;
    const breaking: typeof fetch = async (input, init) => {
      const response = await real(input, init);
      if (!String(input).includes('/history') || broken-- <= 0) return response;
      const page = (await response.json()) as { toSeq: number };
      return Response.json({ ...page, toSeq: page.toSeq + 1 });
    };
    vi.stubGlobal('fetch', breaking);
    cleanups.push(() => vi.unstubAllGlobals());
    const { client, said } = await session(file, 'gzip');
    const events = await eventsOf(file);
    const start = events.length - LIVE_EVENTS;
    expect(await windowTo(client, start)).toStrictEqual(events.slice(0, start));
    expect(
      said.filter((line) => /^request \d+ failed: .*1 event is missing/.test(line)),
    ).toHaveLength(2);
  });
});

describe('the commands of the README', () => {
  it('serve a log and follow it', async () => {
    const events = await eventsOf(samples[0] as string);
    const server = startScript(SERVER, samples[0] as string, '--port=0', '--live=5', '--every=20');
    cleanups.push(() => server.stop('SIGTERM'));
    const [, url = ''] = await server.says(/ at (http:\S+)/);
    const client = startScript(CLIENT, url, '--encoding=gzip', '--max-messages=3');
    cleanups.push(() => client.stop('SIGTERM'));
    await client.says(/^older page (\[0, \d+\)|seq 0) now begins the window/m);
    await server.says(/the log is complete/);
    await client.says(
      new RegExp(`(seq ${events.length - 1} now ends|now \\[\\d+, ${events.length}\\))`),
    );
    expect(await client.stop('SIGINT')).toBe(0);
    await client.says(new RegExp(`\\[0, ${events.length}\\) in the end`));
  });
});
