import { type ChildProcess, spawn } from 'node:child_process';
import { vi } from 'vitest';

/** A script that runs as a child process. */
export interface Script {
  /** Waits until its output holds the pattern; gives the match. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Sends it a signal and gives its exit code. Harmless once it has ended. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Runs a script with Node. What it writes to stderr counts as output, for failures to show. */
export function startScript(path: string, ...args: readonly string[]): Script {
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return {
    says: (pattern) =>
      vi.waitFor(
        () => {
          const match = output.match(pattern);
          if (match === null) throw new Error(`expected ${pattern}, found:\n${output}`);
          return match;
        },
        { timeout: 30_000 },
      ),
    stop: (signal) => stopped(child, signal),
  };
}

const stopped = (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once('close', resolve);
    child.kill(signal);
  });
