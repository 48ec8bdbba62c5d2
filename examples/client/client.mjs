import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  newWindow,
  recordInterval,
  stepWindow,
  validateResponse,
} from '../../dist/src/codec/index.js';

/**
 * Shows a session: follows it live, and pages up until the window holds its start. All decisions
 * are `stepWindow`'s; this class carries out the effects, and keeps them polite.
 */
export class SessionClient {
  #url;
  #encoding;
  #maxMessages;
  #retryMs;
  #print;
  #closed = new AbortController();
  #connection = new AbortController();
  #window = newWindow();

  constructor({ url, encoding = 'br, gzip', maxMessages = 2, retryMs = 1000, print }) {
    this.#url = url;
    this.#encoding = encoding;
    this.#maxMessages = maxMessages;
    this.#retryMs = retryMs;
    this.#print = print;
  }

  /** The window as it is now: its `shown` is what to show. */
  get window() {
    return this.#window;
  }

  close() {
    this.#closed.abort();
  }

  /** Follows the session until `close`, over as many connections as it takes. */
  async follow() {
    while (!this.#closed.signal.aborted) {
      await this.#connect().catch((error) => this.#report(`connection lost: ${error.message}`));
      await this.#pause();
    }
  }

  async #connect() {
    this.#connection = new AbortController();
    const signal = AbortSignal.any([this.#closed.signal, this.#connection.signal]);
    const response = await fetch(`${this.#url}/live`, { signal });
    if (!response.ok) throw new Error(`the host says ${response.status}`);
    // Only now: what happens from here on comes over the connection, what happened before is in
    // the tail page. The other way round, events between the two would be lost.
    this.#take({ kind: this.#window.request === 0 ? 'open' : 'reconnect' });
    for await (const line of linesOf(response.body)) {
      this.#take({ kind: 'live', record: soundRecord(JSON.parse(line)) });
    }
    throw new Error('the host ended it');
  }

  #take(input) {
    const { state, effects } = stepWindow(this.#window, input);
    this.#window = state;
    for (const effect of effects) {
      if (effect.kind === 'notice') this.#report(effect.message);
      else void this.#fetch(effect);
    }
    const { shown, isCurrent, fetch, pagingStopped } = state;
    if (isCurrent && shown.hasMore && fetch === undefined && pagingStopped === undefined) {
      this.#take({ kind: 'older' });
    }
  }

  /** Carries out a fetch. Its answer goes back with its number, so that a late one is told apart. */
  async #fetch({ kind, request, beforeSeq }) {
    try {
      const page = await this.#getPage(beforeSeq);
      if (!this.#closed.signal.aborted) this.#take({ kind: 'page', request, page });
    } catch (error) {
      // The window asks for nothing while it waits: a failure that is told late is not retried at once.
      await this.#pause();
      if (this.#closed.signal.aborted) return;
      const wasWaitedFor = this.#window.fetch?.request === request;
      this.#take({ kind: 'failed', request, reason: error.message });
      // Without its tail page the window is behind: a new connection begins with a new one.
      if (wasWaitedFor && kind === 'fetch-tail') this.#connection.abort();
    }
  }

  async #getPage(beforeSeq) {
    const query = new URLSearchParams({ maxMessages: this.#maxMessages });
    if (beforeSeq !== undefined) query.set('beforeSeq', beforeSeq);
    // Brotli and gzip are undone by fetch itself.
    const headers = { 'accept-encoding': this.#encoding };
    const response = await fetch(`${this.#url}/history?${query}`, {
      headers,
      signal: this.#closed.signal,
    });
    if (!response.ok) throw new Error(`the host says ${response.status}`);
    // The window checks what records cover, this the records: no unsafe row gets in.
    const page = validateResponse(await response.json(), 'history');
    const encoding = response.headers.get('content-encoding') ?? 'identity';
    this.#report(
      `page [${page.fromSeq}, ${page.toSeq}): ${page.records.length} records, ${encoding}`,
    );
    return page;
  }

  #pause() {
    return pause(this.#retryMs, undefined, { signal: this.#closed.signal }).catch(() => {});
  }

  #report(message) {
    if (!this.#closed.signal.aborted) this.#print(message);
  }
}

/** A live record, checked as a response that holds it alone. */
function soundRecord(record) {
  validateResponse({ records: [record], hasMore: true, ...recordInterval(record) }, 'history');
  return record;
}

/** The whole lines of a stream; one that a broken connection cut off is dropped. */
async function* linesOf(body) {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    yield* lines;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { encoding: { type: 'string' }, 'max-messages': { type: 'string' } },
  });
  const [url = 'http://127.0.0.1:8080'] = positionals;
  const maxMessages = values['max-messages'];
  const client = new SessionClient({
    url,
    print: console.log,
    ...(values.encoding === undefined ? {} : { encoding: values.encoding }),
    ...(maxMessages === undefined ? {} : { maxMessages }),
  });
  process.once('SIGINT', () => client.close());
  await client.follow();
  const { shown } = client.window;
  if (shown !== undefined) console.log(`[${shown.fromSeq}, ${shown.toSeq}) in the end`);
}
