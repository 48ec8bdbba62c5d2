import { readFileSync, writeFileSync } from 'node:fs';
import { TASKS } from './tasks.ts';

/** The far side of `runApart`: a task comes in on stdin, its result goes out on stdout, as JSON. */
const STDIN_FD = 0;
const STDOUT_FD = 1;

const task = JSON.parse(readFileSync(STDIN_FD, 'utf8')) as {
  name: keyof typeof TASKS;
  input: never;
}; // runApart's
writeFileSync(STDOUT_FD, JSON.stringify(await TASKS[task.name](task.input)));
