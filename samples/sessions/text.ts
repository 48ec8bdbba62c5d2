import { reasoning, text } from '../blocks.ts';
import { Conversation } from '../conversation.ts';

/** Each part is what a codec that counts bytes, or cuts strings, gets wrong first. */
const FRAGMENTS: readonly string[] = [
  ...['', ' ', '\n', '\t', '你好', '，', '世界', '。', '\n\n'],
  // Emoji whose halves arrive in two deltas: each fragment is a lone surrogate, the sum is not.
  ...['A face ', '\ud83d', '\ude00', ' and a flag ', '\ud83c\udde9\ud83c', '\uddea', '.'],
  // One that is never completed, and a pair in the wrong order.
  ...[' Torn: ', '\ud83d', ' reversed: ', '\ude00\ud83d', '.\n'],
  // A family of four joined by U+200D, and an accent that comes after its letter.
  ...['👨\u200d👩', '\u200d👧', '\u200d👦', ' cafe', '\u0301', ' Ω≈ç√ ', 'שלום', ' العربية', '\n'],
  // Escapes: quotes, backslashes, control characters, line separators that JSON leaves alone.
  ...[
    '"quoted"',
    ' C:\\dir\\',
    'new',
    ' \u0000\u0001\u001f\u007f',
    '\b\f\r\n',
    '\u2028\u2029',
    '\ufeff',
  ],
  ...['</script>', '{"type":"text-chunks"}', '\\u0041', ' ', ''],
];

/**
 * Text that is hard to carry: CJK, emoji cut in two, escapes, a prefix of white space, empty fragments;
 * and a clock that steps back in the middle of a run.
 */
export function textSession(): Conversation {
  const session = new Conversation({ name: 'text', seed: 5 });
  session.ask('请用两句话解释 “会话日志”，and add 🎉 an emoji.');
  session.startStep();
  const thought = [' ', '\n', '用户', '要', '两', '句', '话', '。', ' OK', '.'];
  const first = session.stream(reasoning(thought), text(FRAGMENTS));
  session.finish(first);
  session.endStep();
  session.endTurn();

  session.ask('Once more, and do not hurry.');
  session.startStep();
  const before = session.stream(text(['The', ' clock', ' is', ' set', ' back']));
  session.wait(-3_600_000);
  const after = [' an', ' hour', ' here', '.'].map((fragment) =>
    session.chunk({ type: 'text-delta', index: 0, text: fragment }),
  );
  const sources = [...before.sources, ...after];
  session.finish({ sources, blocks: [text('The clock is set back an hour here.')] });
  session.endStep();
  session.endTurn();
  return session;
}
