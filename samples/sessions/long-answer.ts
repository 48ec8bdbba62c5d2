import { reasoning, text } from '../blocks.ts';
import { Conversation } from '../conversation.ts';
import { proseTokens } from '../prose.ts';

const REASONING_TOKENS = 900;
const TEXT_TOKENS = 5_100;

/**
 * One long answer that is still being written when the page is asked for: no message yet, so nothing
 * can be dropped and each token is an event of its own.
 */
export function longAnswerSession(): Conversation {
  const session = new Conversation({ name: 'long-answer', seed: 6 });
  session.ask('Write the complete design document of the storage layer, with examples.');
  session.startStep();
  session.stream(
    reasoning(proseTokens(session.random, REASONING_TOKENS)),
    text(proseTokens(session.random, TEXT_TOKENS)),
  );
  return session;
}
