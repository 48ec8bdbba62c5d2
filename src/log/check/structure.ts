import { isObject, own } from '../../codec/json.ts';
import { stepKey, stepOf } from '../../codec/page.ts';
import type { Run } from '../../codec/run.ts';
import { type EventSpan, isRun, type Span } from '../../codec/span.ts';
import type { JsonValue, Seq } from '../../codec/types.ts';
import type { Warning } from '../../errors.ts';
import { KNOWN_EVENT_TYPES } from './event-types.ts';
import { NestingCheck } from './nesting.ts';
import { at, plural, Tally } from './tally.ts';

/**
 * Checks what a log says, beyond whether it can be read: findings are warnings, since dsh loads
 * such logs too. Memory: the tool calls without a result so far.
 */
export class StructureCheck {
  readonly #tally = new Tally();
  readonly #nesting = new NestingCheck(this.#tally);
  readonly #openCalls = new Map<string, Seq>();

  observe(span: Span): void {
    if (isRun(span)) this.#observeRun(span);
    else this.#observeEvent(span);
  }

  /** What was found; calls still without a result count now. */
  finish(file: string): Warning[] {
    for (const seq of this.#openCalls.values()) {
      this.#tally.add(
        'W_TOOL_RESULT',
        at(seq),
        (n) => `${plural(n, 'tool call')} without a result`,
      );
    }
    return this.#tally.warnings(file);
  }

  #observeRun(run: Run): void {
    const { head, seq0: fromSeq, toSeq } = run;
    this.#nesting.chunk(stepKey(head.turn, head.step), { fromSeq, toSeq });
    if (head.id !== '') return;
    this.#tally.add(
      'W_EMPTY_CALL_ID',
      { fromSeq, toSeq },
      (n) => `${plural(n, 'tool-call delta')} with an empty id`,
    );
  }

  #observeEvent({ seq, event }: EventSpan): void {
    const type = own(event, 'type');
    const data = own(event, 'data');
    switch (type) {
      case 'assistant/chunk':
        this.#nesting.chunk(stepOf(event), at(seq));
        break;
      case 'tool/call':
        this.#observeCall(seq, data);
        break;
      case 'tool/result':
        this.#observeResult(data);
        break;
      default:
        this.#nesting.event(type, data, seq);
    }
    this.#checkType(seq, type, own(event, 'ignorable'));
    this.#checkSources(seq, own(event, 'sourceEventSeqs'));
  }

  #observeCall(seq: Seq, data: JsonValue | undefined): void {
    const callId = isObject(data) ? own(data, 'callId') : undefined;
    if (typeof callId !== 'string') return;
    if (callId === '') {
      this.#tally.add(
        'W_EMPTY_CALL_ID',
        at(seq),
        (n) => `${plural(n, 'tool call')} with an empty id`,
        'call',
      );
    }
    this.#openCalls.set(callId, seq);
  }

  #observeResult(data: JsonValue | undefined): void {
    if (!isObject(data)) return;
    const message = own(data, 'message');
    const source = isObject(message) ? own(message, 'source') : undefined;
    // Older logs name the call beside the content, later ones in the message's source.
    const callId = own(data, 'callId') ?? (isObject(source) ? own(source, 'callId') : undefined);
    if (typeof callId === 'string') this.#openCalls.delete(callId);
  }

  #checkType(seq: Seq, type: JsonValue | undefined, ignorable: JsonValue | undefined): void {
    if (typeof type === 'string' && KNOWN_EVENT_TYPES.has(type)) return;
    const shown = JSON.stringify(type ?? null);
    const isIgnorable = ignorable === true;
    this.#tally.add(
      isIgnorable ? 'W_UNKNOWN_IGNORABLE_TYPE' : 'W_UNKNOWN_TYPE',
      at(seq),
      (n) =>
        isIgnorable
          ? `${plural(n, 'event')} of the unknown type ${shown}, marked ignorable`
          : `${plural(n, 'event')} of the unknown type ${shown} without ignorable: true; ` +
            'a dsh that does not know it refuses the session',
      shown,
    );
  }

  #checkSources(seq: Seq, sources: JsonValue | undefined): void {
    if (sources === undefined) return;
    const entries = Array.isArray(sources) ? sources : [sources];
    const isWrong = entries.some((entry) => {
      const [first, last] = Array.isArray(entry) ? entry : [entry, entry];
      return !(isPast(first, seq) && isPast(last, seq) && first <= last);
    });
    if (!isWrong) return;
    this.#tally.add(
      'W_SOURCE_SEQS',
      at(seq),
      (n) => `${plural(n, 'message')} whose sourceEventSeqs name no earlier event`,
    );
  }
}

const isPast = (value: JsonValue | undefined, seq: Seq): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < seq;
