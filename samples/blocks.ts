import type { JsonObject } from '../src/codec/types.ts';
import { tokenize } from './prose.ts';

/** Which deltas of a tool call carry its name. */
export type NameIn = 'every delta' | 'first delta';

/** One block of a streamed answer, with the fragments it arrives in. */
export type Block =
  | { readonly type: 'text' | 'reasoning'; readonly fragments: readonly string[] }
  | {
      readonly type: 'tool-call';
      readonly fragments: readonly string[];
      readonly id: string;
      readonly name: string;
      readonly nameIn: NameIn;
    };

/** A block of answer text; a string is cut into tokens. */
export const text = (source: string | readonly string[]): Block => ({
  type: 'text',
  fragments: typeof source === 'string' ? tokenize(source) : source,
});

/** A block of reasoning; a string is cut into tokens. */
export const reasoning = (source: string | readonly string[]): Block => ({
  type: 'reasoning',
  fragments: typeof source === 'string' ? tokenize(source) : source,
});

/** A tool call. Its first delta has the name and an empty fragment, as providers send it. */
export const toolCall = (
  id: string,
  name: string,
  args: JsonObject,
  nameIn: NameIn = 'every delta',
): Block => ({
  type: 'tool-call',
  fragments: ['', ...tokenize(JSON.stringify(args))],
  id,
  name,
  nameIn,
});

/** The block as its block-end chunk and the finished message have it. */
export function blockContent(block: Block): JsonObject {
  const whole = block.fragments.join('');
  return block.type === 'tool-call'
    ? { type: block.type, id: block.id, name: block.name, arguments: whole }
    : { type: block.type, text: whole };
}

/** The delta chunk of one fragment. */
export function deltaChunk(block: Block, index: number, member: number): JsonObject {
  const fragment = block.fragments[member] ?? '';
  if (block.type !== 'tool-call') return { type: `${block.type}-delta`, index, text: fragment };
  const named = block.nameIn === 'every delta' || member === 0;
  const name = named ? { name: block.name } : {};
  return { type: 'tool-call-delta', index, id: block.id, ...name, argumentsDelta: fragment };
}
