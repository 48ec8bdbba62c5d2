import { describe, expect, it } from 'vitest';
import type { HistoryResponse } from '../../../src/codec/types.ts';
import type { Notice } from '../../../src/codec/window/notices.ts';
import {
  type HistoryWindow,
  newWindow,
  type WindowEffect,
  type WindowInput,
} from '../../../src/codec/window/state.ts';
import { stepWindow } from '../../../src/codec/window/step.ts';
import { event, eventRecord, page, rowRecord } from './pages.ts';

/** A client that plays inputs and keeps the effects of the latest. */
class Client {
  state: HistoryWindow;
  effects: readonly WindowEffect[] = [];

  constructor(maxBuffered?: number) {
    this.state = newWindow(maxBuffered);
  }

  take(input: WindowInput): this {
    ({ state: this.state, effects: this.effects } = stepWindow(this.state, input));
    return this;
  }

  /** Answers the pending fetch. */
  answer(page: HistoryResponse): this {
    return this.take({ kind: 'page', request: this.state.request, page });
  }

  live(...seqs: number[]): this {
    for (const seq of seqs) this.take({ kind: 'live', record: eventRecord(seq) });
    return this;
  }

  row(fromSeq: number, toSeq: number): this {
    return this.take({ kind: 'live', record: rowRecord(fromSeq, toSeq) });
  }

  get notices(): string[] {
    const notices = this.effects.filter((effect): effect is Notice => effect.kind === 'notice');
    return notices.map(({ verdict, code, message }) => `${verdict} ${code}: ${message}`);
  }

  get fetches(): WindowEffect[] {
    return this.effects.filter(({ kind }) => kind !== 'notice');
  }

  get interval(): [number, number] | undefined {
    const { shown } = this.state;
    return shown && [shown.fromSeq, shown.toSeq];
  }
}

/** A client whose window is `[10, 20)` of a longer log. */
const opened = (maxBuffered?: number) =>
  new Client(maxBuffered).take({ kind: 'open' }).answer(page(10, 20));

describe('opening', () => {
  it('asks for the tail page and installs it', () => {
    const client = new Client().take({ kind: 'open' });
    expect(client.effects).toStrictEqual([{ kind: 'fetch-tail', request: 1, expectTo: 0 }]);
    expect(client.interval).toBeUndefined();
    client.answer(page(10, 20));
    expect(client.notices).toStrictEqual(['accepted tail-installed: the window is now [10, 20)']);
    expect(client.interval).toStrictEqual([10, 20]);
    expect([...(client.state.shown?.records ?? [])]).toStrictEqual(page(10, 20).records);
  });

  it('installs the page of an empty log, to which live events are then added', () => {
    const client = new Client().take({ kind: 'open' }).answer(page(0, 0)).live(0);
    expect(client.interval).toStrictEqual([0, 1]);
    expect(client.notices).toStrictEqual(['accepted live-appended: seq 0 now ends the window']);
  });

  it('plays what came live before the page', () => {
    const client = new Client().take({ kind: 'open' }).live(19, 21, 20);
    expect(client.notices).toStrictEqual([
      'buffered live-buffered: seq 20 waits for a tail page: no window yet',
    ]);
    client.answer(page(10, 20));
    expect(client.notices).toStrictEqual([
      'accepted tail-installed: the window is now [10, 20)',
      'dropped live-replay: seq 19 is a replay: the window ends at 20',
      'accepted live-appended: seq 20 now ends the window',
      'accepted live-appended: seq 21 now ends the window',
    ]);
    expect(client.state.buffer.length).toBe(0);
  });

  it('again begins from nothing, and takes no answer to what was asked before', () => {
    const client = opened().take({ kind: 'older' }).take({ kind: 'open' });
    expect(client.interval).toBeUndefined();
    client.take({ kind: 'page', request: 2, page: page(0, 10) });
    expect(client.notices).toStrictEqual([
      'dropped page-superseded: answer to request 2: that to request 3 is waited for',
    ]);
  });

  it('is done by a live event, where the client forgot', () => {
    expect(new Client().live(5).fetches).toStrictEqual([
      { kind: 'fetch-tail', request: 1, expectTo: 6 },
    ]);
  });
});

describe('a live event', () => {
  it('at the end of the window is appended', () => {
    const client = opened().live(20, 21);
    expect(client.interval).toStrictEqual([10, 22]);
    expect([...(client.state.shown?.records ?? [])].at(-1)).toStrictEqual(eventRecord(21));
  });

  it('below the end is a replay, whatever record holds that seq', () => {
    const client = opened().row(20, 26).live(22);
    expect(client.notices).toStrictEqual([
      'dropped live-replay: seq 22 is a replay: the window ends at 26',
    ]);
    expect(client.interval).toStrictEqual([10, 26]);
  });

  it('above the end waits, and asks for the tail page', () => {
    const client = opened().live(23);
    expect(client.effects).toStrictEqual([
      {
        kind: 'notice',
        code: 'live-buffered',
        verdict: 'buffered',
        message: 'seq 23 waits for a tail page: the window ends at 20',
      },
      { kind: 'fetch-tail', request: 2, expectTo: 24 },
    ]);
    expect(client.live(22).fetches).toStrictEqual([]);
    client.answer(page(15, 24)).live(24);
    expect(client.interval).toStrictEqual([15, 25]);
  });

  it('during the fetch of a tail page waits, even where it fits', () => {
    const client = opened().live(23, 20);
    expect(client.interval).toStrictEqual([10, 20]);
    expect(client.state.buffer.length).toBe(2);
  });

  it('during the fetch of an older page is played at once: that page is for the other end', () => {
    const client = opened().take({ kind: 'older' }).live(20);
    expect(client.interval).toStrictEqual([10, 21]);
    expect(client.answer(page(4, 10)).interval).toStrictEqual([4, 21]);
  });

  it('beyond a gap that the tail page leaves open asks for a further one', () => {
    const client = opened().live(23).live(27).answer(page(15, 25));
    expect(client.interval).toStrictEqual([15, 25]);
    expect(client.fetches).toStrictEqual([{ kind: 'fetch-tail', request: 3, expectTo: 28 }]);
    expect(client.answer(page(15, 28)).interval).toStrictEqual([15, 28]);
  });

  it('that closes the gap after a failed fetch lets the others follow', () => {
    const client = opened().live(22).take({ kind: 'failed', request: 2, reason: 'timeout' });
    expect(client.notices).toStrictEqual(['dropped fetch-failed: request 2 failed: timeout']);
    client.live(20);
    expect(client.interval).toStrictEqual([10, 21]);
    expect(client.fetches).toMatchObject([{ kind: 'fetch-tail', expectTo: 23 }]);
    client.take({ kind: 'failed', request: 3, reason: 'timeout' }).live(21);
    expect(client.interval).toStrictEqual([10, 23]);
    expect(client.fetches).toStrictEqual([]);
  });

  it('without a seq is refused', () => {
    const broken = { ...event(20), seq: -1 };
    const client = opened().take({ kind: 'live', record: { event: broken } });
    expect(client.notices).toStrictEqual([
      'refused live-malformed: a live record must be an event with a seq or a row with members',
    ]);
    expect(client.interval).toStrictEqual([10, 20]);
  });
});

describe('a live row', () => {
  it('is appended, dropped or kept whole, as an event is', () => {
    expect(opened().row(20, 24).interval).toStrictEqual([10, 24]);
    expect(opened().row(14, 20).notices).toStrictEqual([
      'dropped live-replay: [14, 20) is a replay: the window ends at 20',
    ]);
    expect(opened().row(21, 24).notices).toStrictEqual([
      'buffered live-buffered: [21, 24) waits for a tail page: the window ends at 20',
    ]);
  });

  it('across the end of the window is refused, and the tail page brings the rest', () => {
    const client = opened().row(18, 23);
    expect(client.notices).toStrictEqual([
      'refused live-cut: row [18, 23) lies across the end of the window, 20: rows are not cut; a tail page will bring the rest',
    ]);
    expect(client.fetches).toStrictEqual([{ kind: 'fetch-tail', request: 2, expectTo: 23 }]);
    expect(client.interval).toStrictEqual([10, 20]);
  });

  it('across the end of the page that it waited for is refused, too', () => {
    const client = opened().take({ kind: 'reconnect' }).row(18, 23).answer(page(10, 20));
    expect(client.notices.at(-1)).toMatch(/^refused live-cut: row \[18, 23\)/);
    expect(client.fetches).toMatchObject([{ kind: 'fetch-tail', expectTo: 23 }]);
  });
});

describe('the buffer', () => {
  it('is bounded; a further tail page brings what found no room', () => {
    const client = opened(2).live(22, 23, 24);
    expect(client.notices).toStrictEqual([
      'dropped live-overflow: seq 24: 2 live records wait already; a further tail page will bring it',
    ]);
    client.answer(page(15, 23));
    expect(client.interval).toStrictEqual([15, 24]);
    expect(client.fetches).toStrictEqual([{ kind: 'fetch-tail', request: 3, expectTo: 25 }]);
  });
});

describe('an older page', () => {
  it('is asked for from where the window begins, and put before it', () => {
    const client = opened().take({ kind: 'older' });
    expect(client.effects).toStrictEqual([{ kind: 'fetch-before', request: 2, beforeSeq: 10 }]);
    client.answer(page(4, 10));
    expect(client.notices).toStrictEqual([
      'accepted older-prepended: older page [4, 10) now begins the window',
    ]);
    expect(client.interval).toStrictEqual([4, 20]);
    expect([...(client.state.shown?.records ?? [])]).toStrictEqual(page(4, 20).records);
    expect(client.state.shown?.hasMore).toBe(true);
  });

  it('that begins the log ends paging, whatever it says', () => {
    const client = opened()
      .take({ kind: 'older' })
      .answer(page(0, 10, { hasMore: true }));
    expect(client.take({ kind: 'older' }).notices).toStrictEqual([
      'dropped older-complete: older page: the window holds the start of the log',
    ]);
  });

  it('that is empty ends paging where it says so', () => {
    const client = opened()
      .take({ kind: 'older' })
      .answer(page(10, 10, { hasMore: false }));
    expect(client.notices[0]).toMatch(/^accepted older-prepended/);
    expect(client.state.shown?.hasMore).toBe(false);
  });

  it.each([
    [
      'overlaps the window',
      page(4, 11),
      'refused older-apart: older page [4, 11): expected toSeq 10, where the window begins, found 11: they overlap; paging stops',
    ],
    [
      'holds the whole window',
      page(4, 20),
      'refused older-apart: older page [4, 20): expected toSeq 10, where the window begins, found 20: they overlap; paging stops',
    ],
    [
      'would cut into the window with a row',
      { records: [rowRecord(4, 12)], hasMore: true, fromSeq: 4, toSeq: 12 },
      'refused older-apart: older page [4, 12): expected toSeq 10, where the window begins, found 12: they overlap; paging stops',
    ],
    [
      'leaves a gap',
      page(4, 9),
      'refused older-apart: older page [4, 9): expected toSeq 10, where the window begins, found 9: they do not meet; paging stops',
    ],
    [
      'does not cover itself',
      { ...page(4, 10), fromSeq: 3 },
      'refused older-broken: older page: record 0: expected seq 3, found seq 4: 1 event is missing; paging stops',
    ],
    [
      'is empty and says there is more',
      page(10, 10),
      'refused older-empty: older page before 10 is empty, yet says there is more; paging stops',
    ],
  ])('that %s is refused', (_, answer, message) => {
    const client = opened().take({ kind: 'older' }).answer(answer);
    expect(client.notices).toStrictEqual([message]);
    expect(client.interval).toStrictEqual([10, 20]);
    const [, reason] = message.split(/: (.*)/);
    expect(client.take({ kind: 'older' }).notices).toStrictEqual([
      `dropped older-stopped: older page: paging stopped: ${reason}`,
    ]);
    client.take({ kind: 'reconnect' }).answer(page(10, 20)).take({ kind: 'older' });
    expect(client.fetches).toMatchObject([{ kind: 'fetch-before' }]);
  });

  it('is not asked for before there is a window', () => {
    expect(new Client().take({ kind: 'open' }).take({ kind: 'older' }).notices).toStrictEqual([
      'dropped older-unready: older page: no tail page has been installed yet',
    ]);
  });

  it('is not asked for twice, nor during the fetch of a tail page', () => {
    expect(opened().take({ kind: 'older' }).take({ kind: 'older' }).effects).toMatchObject([
      { message: 'older page: the answer to request 2 is waited for' },
    ]);
    expect(opened().live(25).take({ kind: 'older' }).notices).toStrictEqual([
      'dropped older-busy: older page: the answer to request 2 is waited for',
    ]);
  });

  it('may be asked for again after it failed', () => {
    const client = opened().take({ kind: 'older' });
    client.take({ kind: 'failed', request: 2, reason: 'offline' }).take({ kind: 'older' });
    expect(client.fetches).toStrictEqual([{ kind: 'fetch-before', request: 3, beforeSeq: 10 }]);
  });

  it('is given up for a tail page; its answer then is of no use', () => {
    const client = opened().take({ kind: 'older' }).live(25);
    expect(client.fetches).toMatchObject([{ kind: 'fetch-tail', request: 3 }]);
    client.take({ kind: 'page', request: 2, page: page(4, 10) });
    expect(client.notices).toStrictEqual([
      'dropped page-superseded: answer to request 2: that to request 3 is waited for',
    ]);
    client.take({ kind: 'failed', request: 2, reason: 'aborted' });
    expect(client.notices[0]).toMatch(/^dropped page-superseded/);
  });
});

describe('an answer', () => {
  it('that nothing asked for, or that comes twice, is dropped', () => {
    const client = opened();
    client.take({ kind: 'page', request: 1, page: page(10, 30) });
    expect(client.notices).toStrictEqual([
      'dropped page-superseded: answer to request 1: no answer is waited for',
    ]);
    client.take({ kind: 'failed', request: 1, reason: 'late' });
    expect(client.notices[0]).toMatch(/no answer is waited for$/);
    expect(client.interval).toStrictEqual([10, 20]);
  });
});

describe('a reconnect', () => {
  it('installs the tail page as the new window, and shows the old one until then', () => {
    const client = opened().take({ kind: 'reconnect' });
    expect(client.effects).toStrictEqual([{ kind: 'fetch-tail', request: 2, expectTo: 0 }]);
    expect(client.interval).toStrictEqual([10, 20]);
    expect(client.answer(page(30, 40)).interval).toStrictEqual([30, 40]);
  });

  it("takes the host's word, though its log has become shorter", () => {
    const client = opened().take({ kind: 'reconnect' }).answer(page(8, 15)).live(15);
    expect(client.interval).toStrictEqual([8, 16]);
  });

  it('forgets what waited on the old connection', () => {
    const client = opened().live(25).take({ kind: 'reconnect' }).answer(page(10, 20));
    expect(client.notices).toStrictEqual(['accepted tail-installed: the window is now [10, 20)']);
    expect(client.fetches).toStrictEqual([]);
  });

  it('trusts no live event to continue the old window, though the fetch failed', () => {
    const client = opened().take({ kind: 'reconnect' });
    client.take({ kind: 'failed', request: 2, reason: 'offline' }).live(20);
    expect(client.interval).toStrictEqual([10, 20]);
    expect(client.fetches).toStrictEqual([{ kind: 'fetch-tail', request: 3, expectTo: 21 }]);
    expect(client.answer(page(9, 21)).interval).toStrictEqual([9, 21]);
  });
});

describe('a tail page', () => {
  it('that does not cover itself is refused, and no other asked for until a reconnect', () => {
    const client = opened()
      .live(22)
      .answer({ ...page(15, 23), toSeq: 25 });
    expect(client.notices).toStrictEqual([
      'refused tail-broken: tail page: record 8: expected seq 23, found the end of the records: 2 events are missing before toSeq 25; no tail page is asked for until the client reconnects',
    ]);
    expect(client.interval).toStrictEqual([10, 20]);
    expect(client.live(23).fetches).toStrictEqual([]);
    expect(client.take({ kind: 'reconnect' }).answer(page(15, 24)).interval).toStrictEqual([
      15, 24,
    ]);
    expect(client.live(26).fetches).toHaveLength(1);
  });

  it('that ends before what is known to exist is stale, and asked for again', () => {
    const client = opened().live(25).live(26).answer(page(5, 20));
    expect(client.notices).toStrictEqual([
      'refused tail-stale: tail page [5, 20): expected it to reach 26, found toSeq 20; asking again',
    ]);
    expect(client.fetches).toStrictEqual([{ kind: 'fetch-tail', request: 3, expectTo: 27 }]);
    expect(client.answer(page(5, 27)).interval).toStrictEqual([5, 27]);
    expect(client.state.staleAnswers).toBe(0);
  });

  it("that ends there a third time is the host's word: what lies beyond is given up", () => {
    const client = opened().live(20, 99);
    client.answer(page(5, 20)).answer(page(5, 20)).live(21).answer(page(5, 21));
    expect(client.notices).toStrictEqual([
      'accepted tail-installed: the window is now [5, 21)',
      'accepted live-appended: seq 21 now ends the window',
      "dropped live-unconfirmed: live records beyond 22: 1 given up; asked again and again, the host's log ended there",
    ]);
    expect(client.fetches).toStrictEqual([]);
    expect(client.live(22).interval).toStrictEqual([5, 23]);
  });

  it("is the host's word in silence where nothing waits beyond it", () => {
    const client = opened(0).live(99).answer(page(5, 20)).answer(page(5, 20)).answer(page(5, 20));
    expect(client.notices).toStrictEqual(['accepted tail-installed: the window is now [5, 20)']);
    expect(client.fetches).toStrictEqual([]);
  });
});

describe('a step', () => {
  it('changes no earlier state', () => {
    const client = opened();
    const before = client.state;
    const branch = (seq: number) =>
      stepWindow(before, { kind: 'live', record: rowRecord(20, seq) }).state.shown;
    expect([branch(23)?.toSeq, branch(29)?.toSeq, before.shown?.toSeq]).toStrictEqual([23, 29, 20]);
    expect([...(branch(23)?.records ?? [])]).toHaveLength(11);
    expect([...(before.shown?.records ?? [])]).toHaveLength(10);
  });

  it('passes the view of an event on', () => {
    const record = { event: event(20), view: { html: '' } };
    const client = opened().take({ kind: 'live', record });
    expect([...(client.state.shown?.records ?? [])].at(-1)).toBe(record);
  });
});
