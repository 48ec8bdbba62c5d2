import type { HistoryRecord, HistoryResponse, SessionEvent } from '../../../src/codec/types.ts';
import type { WindowEffect } from '../../../src/codec/window/state.ts';
import { delta, event, recordsOf } from './pages.ts';

type Fetch = Exclude<WindowEffect, { kind: 'notice' }>;

/** A page on its way to the client. */
export interface Answer {
  readonly request: number;
  readonly page: HistoryResponse;
}

/** What an imperfect host or network does to a page. */
export type Fault = 'none' | 'stale' | 'shifted' | 'holed';

/** More stale answers in a row than this, and the client rightly believes them. */
const MAX_STALE = 2;

/**
 * A host for the simulation: a log that grows, a live connection whose messages may come late,
 * twice, in any order or never, and pages that are read at one time and arrive at another.
 */
export class Host {
  readonly log: SessionEvent[] = [];
  isConnected = true;
  /** Live messages on their way. */
  readonly wire: HistoryRecord[] = [];
  /** Fetches that the host has not looked at. */
  readonly requests: Fetch[] = [];
  readonly answers: Answer[] = [];
  #sentTo = 0;
  #stale = 0;

  /** A client follows the log again, from here on. */
  connect(): void {
    this.isConnected = true;
    this.#sentTo = this.log.length;
  }

  /** Appends events: ordinary ones, or deltas, which continue the run before them. */
  append(count: number): void {
    const make = count % 3 === 0 ? event : delta;
    for (let at = 0; at < count; at++) this.log.push(make(this.log.length));
  }

  /** Sends what is new, one by one or packed; pages may have held some of it already. */
  send(asRows: boolean): void {
    if (!this.isConnected) return;
    const added = this.log.slice(this.#sentTo);
    this.#sentTo = this.log.length;
    this.wire.push(...(asRows ? recordsOf(added) : added.map((event) => ({ event }))));
  }

  /** Takes one of the live messages off the wire, or leaves it there to come again. */
  deliver(which: number, isTwice: boolean): HistoryRecord | undefined {
    const at = which % Math.max(1, this.wire.length);
    const message = this.wire[at];
    if (message !== undefined && !isTwice) this.wire.splice(at, 1);
    return message;
  }

  /** Drops the connection; some of what is on the wire is lost, the rest will still come. */
  drop(keep: number): void {
    this.isConnected = false;
    this.wire.splice(keep);
  }

  /** Reads the page of a request; when it arrives is another matter. */
  serve(which: number, length: number, fault: Fault): void {
    const fetch = this.lose(which);
    if (fetch === undefined) return;
    const page =
      fetch.kind === 'fetch-tail'
        ? this.#tail(fetch, length, fault)
        : this.#older(fetch, length, fault);
    this.answers.push({ request: fetch.request, page: fault === 'holed' ? holed(page) : page });
  }

  /** Takes one of the pages on their way, or leaves it there to come again. */
  arrive(which: number, isTwice: boolean): Answer | undefined {
    const at = which % Math.max(1, this.answers.length);
    const answer = this.answers[at];
    if (!isTwice) this.answers.splice(at, 1);
    return answer;
  }

  /** Takes a request away: it will not be answered. */
  lose(which: number): Fetch | undefined {
    return this.requests.splice(which % Math.max(1, this.requests.length), 1)[0];
  }

  #tail(
    { expectTo }: { readonly expectTo: number },
    length: number,
    fault: Fault,
  ): HistoryResponse {
    const isStale = fault === 'stale' && expectTo > 0 && this.#stale < MAX_STALE;
    this.#stale = isStale ? this.#stale + 1 : 0;
    return this.#page(isStale ? expectTo - 1 - (length % expectTo) : this.log.length, length);
  }

  #older({ beforeSeq }: { readonly beforeSeq: number }, length: number, fault: Fault) {
    const shift = fault === 'shifted' ? (length % 2 === 0 ? length + 1 : -length) : 0;
    return this.#page(Math.max(0, Math.min(this.log.length, beforeSeq + shift)), length);
  }

  /** The page of up to `length` events, and at least one, that ends before `toSeq`. */
  #page(toSeq: number, length: number): HistoryResponse {
    const fromSeq = Math.max(0, toSeq - Math.max(1, length));
    const records = recordsOf(this.log.slice(fromSeq, toSeq));
    return { records, hasMore: fromSeq > 0, fromSeq, toSeq };
  }
}

/** A page that has lost a record in its middle, and still claims the same interval. */
const holed = (page: HistoryResponse): HistoryResponse => ({
  ...page,
  records: page.records.toSpliced(page.records.length >> 1, 1),
});
