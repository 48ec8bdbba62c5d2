import type { Seq } from '../../src/codec/types.ts';
import { reasoning, text, toolCall } from '../blocks.ts';
import { Conversation } from '../conversation.ts';
import { proseTokens } from '../prose.ts';
import { pairedSources } from '../session-builder.ts';

/**
 * Two compactions: each replaces the oldest messages that the model sees with a summary, the second one
 * the first one's summary too. Pages must not count these copies. Source seqs are in the paired form.
 */
export function compactionSession(): Conversation {
  const session = new Conversation({ name: 'compaction', seed: 4, sourceForm: pairedSources });
  const { random } = session;
  /** The surface: the seqs of the messages that the model sees, in order. */
  let surface: Seq[] = [];
  const topics = ['index', 'cache', 'window', 'journal', 'shell'];
  for (const [at, topic] of topics.entries()) {
    surface.push(session.ask(`Describe the ${topic} in two paragraphs.`));
    if (at === 2 || at === 4) surface = compact(session, surface, 2 * at);
    const call = toolCall(`call_c${at}`, 'grep', { pattern: topic, output_mode: 'count' });
    const thought = reasoning(proseTokens(random, 25));
    surface.push(session.streamStep(thought, call));
    surface.push(session.runTool(call, `${random.integer(3, 90)} matches`));
    session.endStep();
    surface.push(session.answer(text(proseTokens(random, 110))));
    session.endTurn();
  }
  return session;
}

/** Replaces the first `count` messages; returns the surface after it. */
function compact(session: Conversation, surface: readonly Seq[], count: number): Seq[] {
  const shadowed = surface.slice(0, count);
  const [start = 0] = shadowed;
  const end = shadowed.at(-1) ?? start;
  const compaction = { compactionId: session.random.uuid(), turn: session.turn };
  const summary = 'The user wants short descriptions; earlier ones are done.';
  const started = session.add('compaction/start', compaction);
  session.wait(1_400);
  const summarised = session.add('compaction/summary', {
    compactionId: compaction.compactionId,
    summary: [{ type: 'text', text: summary }],
    rawOutput: [{ type: 'text', text: summary }],
    llmStreamCall: true,
    shadowedRange: { start, end },
    shadowedSeqs: shadowed,
    shadowedTokenCount: 90 * count,
    provider: 'sample-provider',
    model: 'sample-model',
    maxTokens: 512,
    usage: { inputTokens: 90 * count, outputTokens: 14 },
  });
  const { compactionId } = compaction;
  const source = { kind: 'plugin', plugin: 'compact', compactionId };
  const copy = session.userMessage(summary, source);
  const sources = [started, summarised, ...shadowed];
  const seq = session.addSurface('user/message', copy, { op: 'replace', start, end }, sources);
  session.add('compaction/end', compaction);
  return [seq, ...surface.slice(count)];
}
