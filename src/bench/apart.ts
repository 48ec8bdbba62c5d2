import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process'; // a constant, not the running process
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { HistpackError } from '../errors.ts';
import { TASKS, type TaskName, type Tasks } from './tasks.ts';

/** How a process ends that the engine or the system lets have no more memory. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGKILL', 134, 137]);

/**
 * Runs a task in a process of its own, so that neither its heap nor what the engine learned about its
 * code bears on another, and so that one that runs out of memory takes nothing else with it. Where
 * tests run the TypeScript sources themselves there is no program to start, and it runs here.
 * @param cleanups holds how to end the process meanwhile
 * @throws {HistpackError} `E_LIMIT` where the page does not fit into its memory
 */
export async function runApart<Name extends TaskName>(
  name: Name,
  input: Tasks[Name]['input'],
  cleanups: Set<() => void>,
): Promise<Tasks[Name]['output']> {
  if (!import.meta.url.endsWith('.js')) return TASKS[name](input);
  const child = spawn(execPath, [fileURLToPath(new URL('./child.js', import.meta.url))]);
  const kill = (): void => void child.kill('SIGKILL');
  cleanups.add(kill);
  try {
    child.stdin.on('error', () => {}); // how it ended says why
    child.stdin.end(JSON.stringify({ name, input }));
    const ended = once(child, 'close');
    const [result, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status, signal] = await ended;
    if (status === 0) return JSON.parse(result) as Tasks[Name]['output']; // what the task gave
    if (OUT_OF_MEMORY.has(signal ?? status)) throw outOfMemory(said);
    throw new Error(`the process of the task ${name} ended with ${signal ?? status}: ${said}`);
  } finally {
    cleanups.delete(kill);
  }
}

const outOfMemory = (said: string): HistpackError =>
  new HistpackError(
    {
      code: 'E_LIMIT',
      message: 'the page does not fit into memory as events',
      hint: 'select a smaller page, with --tail or with --from and --to',
    },
    { cause: new Error(said) },
  );
