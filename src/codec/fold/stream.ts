import { isObject, own } from '../json.ts';
import { kindOfChunk } from '../kinds.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import { isVisible } from './fold-run.ts';
import type { Moment, SettledBlock, SettledCall, SettledStream } from './settled.ts';

type Open<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

/**
 * Plays the chunks of one attempt. As the harness's own assembler has it: a delta opens its block
 * where no `block-start` did, blocks stand in the order of first mention, `block-end` has the last
 * word on a block, and what comes for a closed block counts for nothing.
 */
export class Stream {
  readonly #blocks = new Map<number, Open<SettledBlock>>();
  #firstToken: Moment | undefined;
  #firstVisible: Moment | undefined;
  #usage: JsonValue | undefined;
  #finish: JsonValue | undefined;

  /** Plays one chunk. An unknown or broken one is passed over. O(characters of the chunk). */
  play(chunk: JsonObject, at: Moment): void {
    const type = own(chunk, 'type');
    if (type === 'usage') this.#usage = own(chunk, 'usage');
    if (type === 'finish') this.#finish = own(chunk, 'reason');
    const index = own(chunk, 'index');
    if (typeof index !== 'number') return;
    if (type === 'block-start') this.#block(index, own(chunk, 'blockType'));
    if (type === 'block-end') this.#close(index, own(chunk, 'block'), at);
    const kind = kindOfChunk(type);
    const fragment = kind && own(chunk, kind.fragmentKey);
    if (kind === undefined || typeof fragment !== 'string') return;
    const block = this.#block(index, kind.chunkType.slice(0, -'-delta'.length));
    if (block.closed !== undefined) return;
    const name = kind.isToolCall ? own(chunk, 'name') : undefined;
    if (kind.isToolCall) block.call = grown(block.call, own(chunk, 'id'), name, fragment);
    else block.text += fragment;
    if (fragment !== '' || name !== undefined) {
      block.firstToken ??= at;
      this.#firstToken ??= at;
    }
    // The fragment alone decides: what came before it was white space, or is visible already.
    if (!kind.isToolCall && isVisible(fragment)) this.#show(block, at);
  }

  /** What it has come to. After an interruption no open end is kept: see `isKept`. */
  settled(isInterrupted: boolean): SettledStream {
    const blocks = [...this.#blocks.values()].map((block) => ({ ...block }));
    return {
      blocks: isInterrupted ? blocks.filter(isKept) : blocks,
      firstToken: this.#firstToken,
      firstVisible: this.#firstVisible,
      usage: this.#usage,
      finish: this.#finish,
    };
  }

  #block(index: number, type: JsonValue | undefined): Open<SettledBlock> {
    const known = this.#blocks.get(index);
    if (known !== undefined) return known;
    const block: Open<SettledBlock> = {
      index,
      type: typeof type === 'string' ? type : '',
      text: '',
      call: undefined,
      closed: undefined,
      firstToken: undefined,
      firstVisible: undefined,
    };
    this.#blocks.set(index, block);
    return block;
  }

  #close(index: number, content: JsonValue | undefined, at: Moment): void {
    if (!isObject(content)) return;
    const block = this.#block(index, own(content, 'type'));
    if (block.closed !== undefined) return;
    block.closed = content;
    const text = own(content, 'text');
    if (typeof text === 'string') {
      block.text = text;
      if (isVisible(text)) this.#show(block, at);
    }
    const args = own(content, 'arguments');
    if (typeof args === 'string') {
      block.call = grown(undefined, own(content, 'id'), own(content, 'name'), args);
    }
  }

  #show(block: Open<SettledBlock>, at: Moment): void {
    block.firstVisible ??= at;
    this.#firstVisible ??= at;
  }
}

/** A call after one more delta: the latest id, the latest name that is not empty. */
function grown(
  call: SettledCall | undefined,
  id: JsonValue | undefined,
  name: JsonValue | undefined,
  fragment: string,
): SettledCall {
  return {
    id: typeof id === 'string' ? id : '',
    name: typeof name === 'string' && name !== '' ? name : (call?.name ?? ''),
    arguments: (call?.arguments ?? '') + fragment,
  };
}

/** What survives an interruption: text that can be seen. Its tool calls were never dispatched. */
const isKept = ({ type, text }: SettledBlock): boolean =>
  (type === 'text' || type === 'reasoning') && isVisible(text);
