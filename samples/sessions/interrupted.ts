import { reasoning, text } from '../blocks.ts';
import { Conversation } from '../conversation.ts';
import { proseTokens } from '../prose.ts';

const FAILURE = { message: 'the connection was closed mid-answer', code: 'TRANSPORT' };

/**
 * What goes wrong in a session: turn 1 has an attempt that fails after some tokens and its retry, in
 * turn 2 the user stops the answer, turn 3 is still running when the log ends.
 */
export function interruptedSession(): Conversation {
  const session = new Conversation({ name: 'interrupted', seed: 2 });
  const { random } = session;
  const prose = (tokens: number): string[] => proseTokens(random, tokens);

  session.ask('Which of the two encodings is the safer default?');
  session.startStep();
  session.stream(reasoning(prose(30)), text(prose(45)));
  failAndRetry(session);
  session.finish(session.stream(reasoning(prose(40)), text(prose(120))));
  session.endStep();
  session.endTurn();

  session.ask('Now list every place that has to change.');
  session.startStep();
  session.message(session.stream(text(prose(90))), { interrupted: true });
  session.endStep();
  session.endTurn({ kind: 'aborted', reason: { kind: 'user' } });

  session.ask('Only the three most important ones, please.');
  session.startStep();
  session.stream(reasoning(prose(60)), text(prose(140)));
  return session;
}

/** The attempt's error and the retry that follows it; the failed attempt gets no message. */
function failAndRetry(session: Conversation): void {
  const { turn, step } = session;
  session.chunk({ type: 'finish', reason: { kind: 'error', failure: FAILURE } });
  const retry = { retryId: session.random.uuid(), turn, step };
  session.add('llm/retry', {
    ...retry,
    provider: 'sample-provider',
    mode: 'normal',
    policyKey: '["normal",2,["SERVER","TIMEOUT","TRANSPORT"],500,8000,0]',
    retry: 1,
    maxRetries: 2,
    delayMs: 500,
    failure: FAILURE,
  });
  session.wait(500);
  session.add('llm/retry-started', { ...retry, retry: 1 });
}
