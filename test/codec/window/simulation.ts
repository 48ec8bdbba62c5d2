import fc from 'fast-check';
import { decodeStorageRecord } from '../../../src/codec/storage.ts';
import {
  type HistoryWindow,
  newWindow,
  type WindowInput,
  type WindowStep,
} from '../../../src/codec/window/state.ts';
import { type Fault, Host } from './host.ts';

/** One thing that happens; numbers pick among what there is, whatever that is. */
export type Action =
  | { readonly kind: 'append'; readonly count: number }
  | { readonly kind: 'send'; readonly asRows: boolean }
  | { readonly kind: 'deliver'; readonly which: number; readonly isTwice: boolean }
  | {
      readonly kind: 'serve';
      readonly which: number;
      readonly length: number;
      readonly fault: Fault;
    }
  | { readonly kind: 'arrive'; readonly which: number; readonly isTwice: boolean }
  | { readonly kind: 'fail'; readonly which: number }
  | { readonly kind: 'drop'; readonly keep: number }
  | { readonly kind: 'reconnect'; readonly how: 'if dropped' | 'anyway' | 'by opening again' }
  | { readonly kind: 'older' };

const which = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(9));
const isTwice = fc.integer({ min: 0, max: 4 }).map((value) => value === 4);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      count: fc.integer({ min: 1, max: 7 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('send' as const), asRows: fc.boolean() }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('deliver' as const), which, isTwice }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('serve' as const),
      which,
      length: fc.nat(9),
      fault: fc.constantFrom<Fault>('none', 'none', 'none', 'stale', 'shifted', 'holed'),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('arrive' as const), which, isTwice }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), keep: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('reconnect' as const),
      how: fc.constantFrom('if dropped', 'if dropped', 'if dropped', 'anyway', 'by opening again'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('older' as const) }) },
);

/** All that happens in one run, what the log holds before, and how much the client may buffer. */
export const scenario: fc.Arbitrary<Scenario> = fc.record({
  events: fc.nat(40),
  actions: fc.array(action, { minLength: 10, maxLength: 100, size: 'max' }),
  maxBuffered: fc.constantFrom(1, 3, 1000),
});

export interface Scenario {
  readonly events: number;
  readonly actions: readonly Action[];
  readonly maxBuffered: number;
}

export type Step = (state: HistoryWindow, input: WindowInput) => WindowStep;

/** A step towards rest needs far fewer rounds than this. */
const MAX_ROUNDS = 1000;

/** A host and a client; throws where the client shows what the log does not hold. */
class Simulation {
  readonly #host = new Host();
  readonly #step: Step;
  #state: HistoryWindow;
  /** A tail page failed to come, which the machine leaves to the client. */
  #mustReconnect = false;

  constructor(step: Step, maxBuffered: number) {
    this.#step = step;
    this.#state = newWindow(maxBuffered);
    this.#take({ kind: 'open' });
  }

  act(action: Action): void {
    const host = this.#host;
    const { kind } = action;
    if (kind === 'append') host.append(action.count);
    if (kind === 'send') host.send(action.asRows);
    if (kind === 'serve') host.serve(action.which, action.length, action.fault);
    if (kind === 'drop') host.drop(action.keep);
    if (kind === 'older') this.#take({ kind });
    if (kind === 'deliver') {
      const record = host.deliver(action.which, action.isTwice);
      if (record !== undefined) this.#take({ kind: 'live', record });
    }
    if (kind === 'arrive') {
      const answer = host.arrive(action.which, action.isTwice);
      if (answer !== undefined) this.#take({ kind: 'page', ...answer });
    }
    if (kind === 'fail') {
      const fetch = host.lose(action.which);
      if (fetch === undefined) return;
      this.#take({ kind: 'failed', request: fetch.request, reason: 'offline' });
      if (fetch.kind === 'fetch-tail') this.#mustReconnect = true;
    }
    if (kind === 'reconnect' && !(action.how === 'if dropped' && host.isConnected)) {
      host.connect();
      this.#mustReconnect = false;
      this.#take({ kind: action.how === 'by opening again' ? 'open' : 'reconnect' });
    }
  }

  /** Lets everything arrive and the client page up to the start; checks that it has the whole log. */
  rest(): void {
    const host = this.#host;
    host.send(false);
    this.#settle();
    // Only then is it for the client to speak.
    const { repairStopped } = this.#state;
    if (!host.isConnected || this.#mustReconnect || repairStopped !== undefined) {
      this.act({ kind: 'reconnect', how: 'anyway' });
      this.#settle();
    }
    this.#expect(this.#state.shown?.toSeq === host.log.length, 'is not at the tail, at rest');
    if (this.#state.pagingStopped !== undefined) return;
    for (let round = 0; this.#state.shown?.hasMore; round++) {
      this.#expect(round < MAX_ROUNDS, 'never comes to the start of the log');
      this.act({ kind: 'older' });
      this.#settle();
    }
    this.#expect(this.#state.shown?.fromSeq === 0, 'is not at the start, after paging');
  }

  #settle(): void {
    const { wire, requests, answers } = this.#host;
    for (let round = 0; wire.length + requests.length + answers.length > 0; round++) {
      this.#expect(round < MAX_ROUNDS, 'never comes to rest');
      this.act({ kind: 'deliver', which: 0, isTwice: false });
      this.act({ kind: 'serve', which: 0, length: 7, fault: 'none' });
      this.act({ kind: 'arrive', which: 0, isTwice: false });
    }
  }

  #take(input: WindowInput): void {
    const before = this.#state;
    const { state, effects } = this.#step(before, input);
    this.#state = state;
    for (const effect of effects) if (effect.kind !== 'notice') this.#host.requests.push(effect);
    this.#expect(state.buffer.length <= state.maxBuffered, 'keeps more than it may');
    if (state.shown === before.shown) return; // and the log only grows
    if (input.kind === 'open') this.#expect(state.shown === undefined, 'outlives opening');
    else this.#check(before.shown?.toSeq ?? 0);
  }

  /** The window is one interval, equal to the log there, and never loses its end to an older one. */
  #check(endBefore: number): void {
    const { shown } = this.#state;
    if (shown === undefined) throw new Error('the client lost its window');
    const { fromSeq, toSeq, records } = shown;
    const events = [...records].flatMap((record) =>
      'chunks' in record ? decodeStorageRecord(record.chunks) : [record.event],
    );
    this.#expect(events.length === toSeq - fromSeq, 'has a hole or an overlap');
    for (const [at, event] of events.entries()) {
      const original = this.#host.log[fromSeq + at];
      const isEqual = event === original || JSON.stringify(event) === JSON.stringify(original);
      this.#expect(isEqual, `differs from the log at seq ${fromSeq + at}`);
    }
    this.#expect(toSeq >= endBefore, 'has lost its end');
  }

  #expect(isSo: boolean, otherwise: string): void {
    const { fromSeq, toSeq } = this.#state.shown ?? {};
    if (!isSo) throw new Error(`the window [${fromSeq}, ${toSeq}) ${otherwise}`);
  }
}

/** Plays a scenario to its end and then to rest. Throws where the client goes wrong. */
export function simulate({ events, actions, maxBuffered }: Scenario, step: Step): void {
  const simulation = new Simulation(step, maxBuffered);
  simulation.act({ kind: 'append', count: events });
  for (const action of actions) simulation.act(action);
  simulation.rest();
}
