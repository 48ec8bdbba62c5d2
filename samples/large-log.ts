import { Random } from '../src/sample/random.ts';
import { fragmentVocabulary } from '../src/sample/words.ts';

export interface LargeLogOptions {
  /** The log ends with the first turn that reaches this size, line ends included. */
  readonly bytes: number;
  /** One row a run instead of one line a delta. */
  readonly packed: boolean;
  /** Turns of 40 deltas, as in a chat, instead of 4,000, as in long agent work. */
  readonly manyTurns: boolean;
}

const TIME_0 = 1_700_000_000_000;
const MS_PER_EVENT = 7;
const SHORT_TURN_DELTAS = 40;
const LONG_TURN_DELTAS = 4_000;
const VOCABULARY_SIZE = 4_096;
const SOURCE = '{"kind":"model","provider":"sample-provider","model":"sample-model"}';

/**
 * The lines, without line ends, of a finished session of any size: turns of one question and one
 * answer, each with its append-origin messages, so that pages can be cut from it. Lines are joined from
 * parts, because benchmarks need a gigabyte of them. Memory: one turn.
 */
export function* largeLogLines(options: LargeLogOptions): Generator<string, void, undefined> {
  const { bytes, packed, manyTurns } = options;
  const random = new Random(11);
  const tokens = fragmentVocabulary(random, VOCABULARY_SIZE).map((token) => JSON.stringify(token));
  const deltas = manyTurns ? SHORT_TURN_DELTAS : LONG_TURN_DELTAS;
  const header = `{"type":"session","version":0,"id":"session-large","createdAt":${TIME_0},"cwd":"/tmp/project","delegationDepth":0}`;
  yield header;
  let written = header.length + 1;
  let seq = 0;
  for (let turn = 1; written < bytes; turn++) {
    const texts = Array.from({ length: deltas }, () => random.pickSkewed(tokens));
    for (const line of turnLines(turn, seq, texts, packed)) {
      written += line.length + 1; // the vocabulary is ASCII, so a character is a byte
      yield line;
    }
    seq += deltas + EVENTS_AROUND_DELTAS;
  }
}

/** turn/start, user/message, step/start, block-start; then block-end, usage, finish, message, step/end, turn/end. */
const EVENTS_AROUND_DELTAS = 10;
/** The position of the block-start in the turn: the first event that the message is made from. */
const BLOCK_START = 3;

/** The lines of one turn that starts at `seq0`. `texts` are JSON strings already, with their quotes. */
function turnLines(
  turn: number,
  seq0: number,
  texts: readonly string[],
  packed: boolean,
): string[] {
  const lines: string[] = [];
  let seq = seq0;
  const event = (type: string, data: string, more = ''): void => {
    const time = TIME_0 + seq * MS_PER_EVENT;
    lines.push(`{"type":"${type}","seq":${seq},"time":${time},"data":{${data}}${more}}`);
    seq++;
  };
  const place = `"turn":${turn},"step":1`;
  const chunk = (json: string): void => event('assistant/chunk', `${place},"chunk":{${json}}`);
  const id = `00000000-0000-4000-8000-${String(turn).padStart(12, '0')}`;
  const question = `[{"type":"text","text":"Question ${turn}"}]`;
  const asked = `"content":${question},"source":{"kind":"user"},"role":"user","id":"${id}"`;

  event('turn/start', `"turn":${turn}`);
  event('user/message', asked, ',"surfaceOp":"append"');
  event('step/start', place);
  chunk('"type":"block-start","index":0,"blockType":"text"');
  if (packed) {
    lines.push(rowLine(place, seq, texts));
    seq += texts.length;
  } else {
    for (const text of texts) chunk(`"type":"text-delta","index":0,"text":${text}`);
  }
  const whole = `{"type":"text","text":"${texts.map((text) => text.slice(1, -1)).join('')}"}`;
  const usage = `{"inputTokens":${100 + (turn % 900)},"outputTokens":${texts.length}}`;
  chunk(`"type":"block-end","index":0,"block":${whole}`);
  chunk(`"type":"usage","usage":${usage}`);
  chunk('"type":"finish","reason":{"kind":"stop"}');
  const first = seq0 + BLOCK_START;
  const sources = Array.from({ length: seq - first }, (_, at) => first + at);
  const message = `{"role":"assistant","content":[${whole}],"source":${SOURCE},"id":"${id}"}`;
  event(
    'assistant/message',
    `${place},"message":${message},"usage":${usage}`,
    `,"sourceEventSeqs":[${sources.join()}],"surfaceOp":"append"`,
  );
  event('step/end', place);
  event('turn/end', `"turn":${turn},"reason":{"kind":"completed"}`);
  return lines;
}

/** A run as one row. */
function rowLine(place: string, seq0: number, texts: readonly string[]): string {
  const dt = texts.slice(1).fill(String(MS_PER_EVENT)).join();
  const data = `${place},"index":0,"dt":[${dt}],"texts":[${texts.join()}]`;
  return `{"type":"text-chunks","seq0":${seq0},"time0":${TIME_0 + seq0 * MS_PER_EVENT},"data":{${data}}}`;
}
