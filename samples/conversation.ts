import type { JsonObject, JsonValue, Seq } from '../src/codec/types.ts';
import { type Block, blockContent, deltaChunk } from './blocks.ts';
import { SessionBuilder } from './session-builder.ts';

const MODEL = { provider: 'sample-provider', model: 'sample-model' };

/** What a streamed attempt left in the log. */
export interface Attempt {
  readonly sources: readonly Seq[];
  readonly blocks: readonly Block[];
  readonly usage?: JsonObject;
}

/** Plays turns, steps and messages into a session, in the order in which dsh logs them. */
export class Conversation extends SessionBuilder {
  turn = 0;
  step = 0;

  /** Begins a turn with the user's message; the first one titles the session. */
  ask(prompt: string): Seq {
    this.wait(this.random.integer(2_000, 60_000));
    this.turn++;
    this.step = 0;
    const source = { kind: 'user', rpcId: this.random.uuid() };
    this.add('turn/start', { turn: this.turn, trigger: { kind: 'message', source } });
    const seq = this.addSurface('user/message', this.userMessage(prompt, source), 'append', []);
    if (this.turn === 1) this.#title(prompt, seq);
    return seq;
  }

  /** Begins the next step of the turn. */
  startStep(): void {
    this.wait(this.random.integer(1, 4));
    this.step++;
    this.add('step/start', { turn: this.turn, step: this.step });
    if (this.turn > 1 || this.step > 1) return;
    const header = {
      config: { ...MODEL, reasoningEffort: 'high' },
      system: 'Be brief.',
      tools: [],
    };
    this.add('request/header', { header, reason: 'initial' });
    this.add('request/context', { ...MODEL, contextWindow: 128_000 });
  }

  /** Streams blocks and leaves the answer open: no block-end, no usage, no finish. */
  stream(...blocks: readonly Block[]): Attempt {
    const sources: Seq[] = [];
    this.wait(this.random.integer(400, 1_200));
    for (const [index, block] of blocks.entries()) {
      sources.push(this.chunk({ type: 'block-start', index, blockType: block.type }));
      for (const member of block.fragments.keys()) {
        this.waitForToken();
        sources.push(this.chunk(deltaChunk(block, index, member)));
      }
    }
    return { sources, blocks };
  }

  /** Closes a streamed answer and adds its message: the step counts as completed from here. */
  finish({ sources, blocks }: Attempt): Seq {
    const calls = blocks.some((block) => block.type === 'tool-call');
    const usage = this.#usage(blocks);
    const closing = [
      ...blocks.map((block, index) => ({ type: 'block-end', index, block: blockContent(block) })),
      { type: 'usage', usage },
      { type: 'finish', reason: { kind: calls ? 'tool-calls' : 'stop' } },
    ].map((chunk) => this.chunk(chunk));
    return this.message({ sources: [...sources, ...closing], blocks, usage });
  }

  /** Adds the assistant message of an attempt. */
  message({ sources, blocks, usage }: Attempt, more: JsonObject = {}): Seq {
    this.wait(this.random.integer(1, 4));
    const source = { kind: 'model', ...MODEL };
    const content = blocks.map(blockContent);
    const message = { role: 'assistant', content, source, id: this.random.uuid() };
    const accounting = usage === undefined ? {} : { usage };
    const data = { turn: this.turn, step: this.step, message, ...accounting, ...more };
    return this.addSurface('assistant/message', data, 'append', sources);
  }

  /** Runs a tool: what the model asked for and what it got. */
  runTool(call: Block, output: string, isError = false): Seq {
    if (call.type !== 'tool-call') throw new TypeError(`a ${call.type} block is no tool call`);
    const { turn, step } = this;
    const { id: callId, name } = call;
    const asked = { turn, step, callId, name, arguments: call.fragments.join('') };
    const from = this.add('tool/call', asked);
    this.wait(this.random.integer(5, 900));
    const content: JsonValue = [{ type: 'text', text: output }];
    const message = {
      source: { kind: 'tool', callId },
      content: [{ type: 'tool-result', toolCallId: callId, content, isError }],
      role: 'user',
      id: this.random.uuid(),
    };
    return this.addSurface('tool/result', { turn, step, message }, 'append', [from]);
  }

  endStep(): void {
    this.add('step/end', { turn: this.turn, step: this.step });
  }

  endTurn(reason: JsonObject = { kind: 'completed' }): void {
    this.add('turn/end', { turn: this.turn, reason });
  }

  /** A step whose answer is complete; still open, for the tools that it may call. */
  streamStep(...blocks: readonly Block[]): Seq {
    this.startStep();
    return this.finish(this.stream(...blocks));
  }

  /** A whole step that ends in a message. */
  answer(...blocks: readonly Block[]): Seq {
    const seq = this.streamStep(...blocks);
    this.endStep();
    return seq;
  }

  /** A whole step in which the model thinks, calls one tool and gets its output. */
  useTool(thought: Block, call: Block, output: string): Seq {
    this.streamStep(thought, call);
    const seq = this.runTool(call, output);
    this.endStep();
    return seq;
  }

  /** Adds one stream chunk. */
  chunk(chunk: JsonObject): Seq {
    return this.add('assistant/chunk', { turn: this.turn, step: this.step, chunk });
  }

  /** The data of a user message. */
  userMessage(prompt: string, source: JsonObject): JsonObject {
    return {
      content: [{ type: 'text', text: prompt }],
      source,
      role: 'user',
      id: this.random.uuid(),
    };
  }

  #title(prompt: string, seq: Seq): void {
    const title = prompt.split(' ').slice(0, 5).join(' ');
    this.add('session/title', { title, messageSeqs: [seq], source: { kind: 'fallback' } });
  }

  #usage(blocks: readonly Block[]): JsonObject {
    const tokens = (some: readonly Block[]): number =>
      some.reduce((sum, block) => sum + block.fragments.length, 0);
    return {
      inputTokens: this.random.integer(80, 900),
      outputTokens: tokens(blocks),
      cacheReadTokens: 128 * this.random.integer(10, 60),
      reasoningTokens: tokens(blocks.filter((block) => block.type === 'reasoning')),
    };
  }
}
