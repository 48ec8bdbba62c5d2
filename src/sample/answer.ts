import { kindOfChunk } from '../codec/kinds.ts';
import type { JsonObject, Seq } from '../codec/types.ts';
import type { Random } from './random.ts';
import type { SessionLines } from './session-lines.ts';

export type BlockType = 'text' | 'reasoning' | 'tool-call';

/** A tool call as its block has it. */
export interface SampleCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

interface AnswerOptions {
  readonly turn: number;
  readonly step: number;
  readonly lines: SessionLines;
  readonly random: Random;
  /** What text is made of, the common ones first. */
  readonly words: readonly string[];
}

const MODEL = { provider: 'sample-provider', model: 'sample-model' };
const TOOLS: readonly string[] = ['read_file', 'search', 'run_tests', 'edit_file'];

/** The stream of one step: blocks, and the message that they make. Memory: all its text. */
export class Answer {
  readonly turn: number;
  readonly step: number;
  readonly lines: SessionLines;
  /** The tool call that it made. */
  call: SampleCall | undefined;
  readonly #random: Random;
  readonly #words: readonly string[];
  readonly #from: Seq;
  readonly #content: JsonObject[] = [];
  #tokens = 0;
  #reasoningTokens = 0;

  constructor({ turn, step, lines, random, words }: AnswerOptions) {
    this.turn = turn;
    this.step = step;
    this.lines = lines;
    this.#random = random;
    this.#words = words;
    this.#from = lines.seq;
  }

  /** A block of `members` deltas; one that is cut off has no end. */
  *block(type: BlockType, members: number, isCutOff: boolean): Generator<string> {
    const { turn, step, lines } = this;
    const index = this.#content.length;
    const isCall = type === 'tool-call';
    const kind = kindOfChunk(`${type}-delta`);
    if (kind === undefined) throw new TypeError(`no delta is a ${type}`);
    const [id, name] = isCall ? [this.#callId(), this.#random.pick(TOOLS)] : [undefined, undefined];
    const fragments = isCall ? this.#argumentFragments(members) : this.#fragments(members);
    const text = fragments.join('');
    yield this.#chunk({ type: 'block-start', index, blockType: type });
    yield* lines.run({ kind, turn, step, index, id, name }, fragments);
    if (id !== undefined && name !== undefined) this.call = { id, name, arguments: text };
    const block = isCall ? { type, ...this.call } : { type, text };
    this.#content.push(block);
    this.#tokens += members;
    if (type === 'reasoning') this.#reasoningTokens += members;
    if (!isCutOff) yield this.#chunk({ type: 'block-end', index, block });
  }

  /** The end of the stream and its message: the step counts as completed. */
  *finish(): Generator<string> {
    const { turn, step, lines } = this;
    const usage = {
      inputTokens: this.#random.integer(80, 900),
      outputTokens: this.#tokens,
      cacheReadTokens: 128 * this.#random.integer(10, 60),
      reasoningTokens: this.#reasoningTokens,
    };
    yield this.#chunk({ type: 'usage', usage });
    const kind = this.call === undefined ? 'stop' : 'tool-calls';
    yield this.#chunk({ type: 'finish', reason: { kind } });
    const source = { kind: 'model', ...MODEL };
    const message = { role: 'assistant', content: this.#content, source, id: this.#random.uuid() };
    const from = this.#from;
    const sourceEventSeqs = Array.from({ length: lines.seq - from }, (_, at) => from + at);
    yield lines.event(
      'assistant/message',
      { turn, step, message, usage },
      { sourceEventSeqs, surfaceOp: 'append' },
    );
  }

  #chunk(chunk: JsonObject): string {
    return this.lines.event('assistant/chunk', { turn: this.turn, step: this.step, chunk });
  }

  #fragments(members: number): string[] {
    return Array.from({ length: members }, () => this.#random.pickSkewed(this.#words));
  }

  /** Arguments whose whole is JSON, since a tool has to read them: words within one string. */
  #argumentFragments(members: number): string[] {
    const inner = this.#fragments(members - 2).map((word) => JSON.stringify(word).slice(1, -1));
    return ['{"input":"', ...inner, '"}'];
  }

  #callId(): string {
    return `call_${this.#random.uuid()}`;
  }
}
