import { Worker } from 'node:worker_threads';
import { HistpackError } from '../errors.ts';
import { TASKS, type TaskName, type Tasks } from './tasks.ts';

/**
 * Runs a task in a thread of its own, so that neither its heap nor what the engine learned about its
 * code bears on another. Where tests run the TypeScript sources themselves there is no worker to
 * load, and it runs here.
 * @throws {HistpackError} `E_LIMIT` where the page does not fit into its memory
 */
export async function runApart<Name extends TaskName>(
  name: Name,
  input: Tasks[Name]['input'],
): Promise<Tasks[Name]['output']> {
  if (!import.meta.url.endsWith('.js')) return TASKS[name](input);
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { name, input },
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error: unknown) => reject(outOfMemory(error) ?? error));
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code} and no result`)));
  });
}

function outOfMemory(error: unknown): HistpackError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
  return new HistpackError(
    {
      code: 'E_LIMIT',
      message: 'the page does not fit into memory as events',
      hint: 'select a smaller page, with --tail or with --from and --to',
    },
    { cause: error },
  );
}
