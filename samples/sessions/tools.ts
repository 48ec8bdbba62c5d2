import { reasoning, text, toolCall } from '../blocks.ts';
import { Conversation } from '../conversation.ts';

const SOURCE = `export function lines(text: string): string[] {
\treturn text.split("\\n"); // keeps the last, empty line
}
`;

/**
 * Tool calls as different providers stream them: the name in every delta or in the first alone, two
 * calls in one answer, empty fragments, a call too short to pack, a failed call.
 */
export function toolsSession(): Conversation {
  const session = new Conversation({ name: 'tools', seed: 3 });
  session.ask('Write src/lines.ts and show that it runs.');

  const write = toolCall('call_a1', 'write', { file_path: 'src/lines.ts', content: SOURCE });
  session.useTool(reasoning('A small file. I write it in one go.'), write, 'Created src/lines.ts');

  // The name only in the first delta: that delta stands alone and the others make a row without it.
  const run = toolCall('call_a2', 'bash', { command: 'node src/lines.ts' }, 'first delta');
  const list = toolCall('call_a3', 'glob', { pattern: 'src/**/*.ts' }, 'first delta');
  session.streamStep(reasoning('Both calls are independent.'), run, list);
  session.runTool(run, 'SyntaxError: Unexpected token ":"\n[exit code: 1]', true);
  session.runTool(list, 'src/lines.ts');
  session.endStep();

  // Some providers send keep-alive deltas without content, others the arguments in one piece.
  const padded = toolCall('call_a4', 'bash', { command: 'npx tsc && node dist/lines.js' });
  const fragments = padded.fragments.flatMap((fragment, at) =>
    at % 6 === 3 ? ['', fragment] : fragment,
  );
  session.useTool(
    text(['', '', 'Compile', ' it', ' first', '.', '']),
    { ...padded, fragments },
    '',
  );
  const status = { ...toolCall('call_a5', 'todo_list', {}), fragments: ['', '{}'] };
  session.useTool(reasoning(['Done', '?']), status, '1. [x] lines.ts');

  session.answer(text('It compiles and runs. `lines("a\\nb\\n")` gives `["a", "b", ""]`.'));
  session.endTurn();
  return session;
}
