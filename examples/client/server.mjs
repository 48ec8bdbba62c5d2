import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import {
  DEFAULT_MAX_MESSAGES,
  eachEventText,
  openFile,
  openLog,
  PageWriter,
  REPRESENTATIONS,
  readInterval,
  responseFraming,
  survey,
} from '../../dist/src/index.js';

/** Bytes that may wait for a slow client. Past that it is dropped: it reconnects and repairs itself. */
const MAX_WAITING_BYTES = 1024 * 1024;

const COMPRESSORS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
};

/**
 * Serves a log: `/history?beforeSeq&maxMessages` answers a page, `/live` streams new events as
 * NDJSON. The last `heldBack` events of the log have not happened yet; `happen` lets them.
 */
export async function startServer({ file, heldBack = 0, port = 0 }) {
  const source = await openFile(file);
  const log = await openLog(source);
  const events = await eventTexts(log);
  const listeners = new Set();
  let endSeq = Math.max(0, events.length - heldBack);

  const routes = {
    '/history': async (request, response, query) => {
      const maxMessages = seqOf(query, 'maxMessages') ?? DEFAULT_MAX_MESSAGES;
      // What has not happened is in no page, whatever the client asks for.
      const beforeSeq = Math.min(seqOf(query, 'beforeSeq') ?? endSeq, endSeq);
      const page = await survey(log, { kind: 'backward', beforeSeq, maxMessages });
      const pieces = await pageText(log, page);
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      response.writeHead(200, {
        'content-type': 'application/json',
        vary: 'accept-encoding',
        // The tail page changes with every event: a cached one would be stale.
        'cache-control': 'no-store',
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      });
      const compressors = encoding === undefined ? [] : [COMPRESSORS[encoding]()];
      await pipeline(Readable.from(pieces), ...compressors, response);
    },
    '/live': async (_request, response) => {
      // Listen before answering: once the client sees the answer, it misses nothing. Its tail
      // page, which it asks for after that, holds all that came before.
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.flushHeaders();
      await once(response, 'close');
    },
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const route = Object.hasOwn(routes, pathname) ? routes[pathname] : undefined;
    try {
      if (route === undefined) throw new HttpError(404, `no such path: ${pathname}`);
      await route(request, response, searchParams);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else response.writeHead(error.status ?? 500).end(`${error.message}\n`);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Lets the next events happen; says whether there are more. */
    happen(count = 1) {
      for (const text of events.slice(endSeq, endSeq + count)) {
        endSeq += 1;
        for (const response of listeners) {
          response.write(`{"event":${text}}\n`);
          if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
        }
      }
      return endSeq < events.length;
    },
    /** Breaks every live connection. */
    drop() {
      for (const response of listeners) response.destroy();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await source.close();
    },
  };
}

/** Every event of a log as it is stored, rows taken apart. */
async function eventTexts(log) {
  const { interval } = await survey(log, { kind: 'interval' });
  const texts = [];
  await readInterval(log, { interval }, (spans) => {
    for (const span of spans) eachEventText(span, (text) => texts.push(text));
  });
  return texts;
}

/** The response for a page, in pieces. Rows are cut where the page cuts them. */
async function pageText(log, page) {
  const writer = new PageWriter(REPRESENTATIONS.packed, page, responseFraming(page.interval));
  const pieces = [];
  await readInterval(log, page, (spans) => {
    for (const span of spans) pieces.push(...writer.write(span));
  });
  return [...pieces, writer.finish()];
}

/** Brotli where the client takes it, else gzip. A real host weighs q values, too. */
const chooseEncoding = (accepted = '') =>
  Object.keys(COMPRESSORS).find((name) => accepted.split(/[\s,;]+/).includes(name));

function seqOf(query, name) {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new HttpError(400, `${name} must be a whole number (got: "${text}")`);
}

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '8080' },
      live: { type: 'string', default: '0' },
      every: { type: 'string', default: '200' },
    },
  });
  const [file = 'samples/unpacked.jsonl'] = positionals;
  const host = await startServer({
    file,
    heldBack: Number(values.live),
    port: Number(values.port),
  });
  console.log(`${file} at ${host.url}`);
  const timer = setInterval(() => {
    if (host.happen()) return;
    clearInterval(timer);
    console.log('the log is complete');
  }, Number(values.every));
}
