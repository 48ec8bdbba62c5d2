import { parentPort, workerData } from 'node:worker_threads';
import { TASKS } from './tasks.ts';

/** The far side of `runApart`: one task in a thread, and so in a heap, of its own. */
const { name, input } = workerData as { name: keyof typeof TASKS; input: never }; // runApart's
parentPort?.postMessage(await TASKS[name](input));
