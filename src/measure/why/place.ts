import { isObject, own } from '../../codec/json.ts';
import { isRun, type Span } from '../../codec/span.ts';

const NO_TURN = '(no turn)';

/** The turn of a span and its step, as names: an event may have a turn alone, or neither. */
export interface Place {
  readonly turn: string;
  readonly step: string;
}

/** Where a span stands in the conversation. */
export function placeOf(span: Span): Place {
  if (isRun(span)) return place(span.head.turn, span.head.step);
  const data = own(span.event, 'data');
  return isObject(data) ? place(own(data, 'turn'), own(data, 'step')) : place(undefined, undefined);
}

function place(turn: unknown, step: unknown): Place {
  if (typeof turn !== 'number') return { turn: NO_TURN, step: NO_TURN };
  const name = `turn ${turn}`;
  return { turn: name, step: typeof step === 'number' ? `${name} step ${step}` : name };
}
