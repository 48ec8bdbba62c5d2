import { reasoning, text, toolCall } from '../blocks.ts';
import { Conversation } from '../conversation.ts';
import { proseTokens } from '../prose.ts';

const FILES = ['reader.ts', 'writer.ts', 'cursor.ts'] as const;

/**
 * An ordinary finished session: three turns, each a question, a tool call and an answer. It is stored
 * three times: packed, unpacked and mixed.
 */
export function everydaySession(): Conversation {
  const session = new Conversation({ name: 'everyday', seed: 1 });
  const { random } = session;
  for (const [at, file] of FILES.entries()) {
    session.ask(`Explain what ${file} does and where it could lose an event.`);
    const thought = `The user asks about ${file}. I have not seen it yet, so I read it first.`;
    const call = toolCall(`call_read_${at + 1}`, 'read', { file_path: `src/${file}`, limit: 200 });
    session.useTool(reasoning(thought), call, `export const open = 1; // ${file}\n`);
    session.answer(
      reasoning(proseTokens(random, random.integer(50, 90))),
      text(proseTokens(random, random.integer(120, 200))),
    );
    session.endTurn();
  }
  return session;
}
