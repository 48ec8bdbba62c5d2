import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { NOWHERE } from './logs-on-disk.ts';

/** The built program; `build.ts` makes it before the tests. */
export const PROGRAM = fileURLToPath(new URL('../../dist/bin/histpack.js', import.meta.url));

export interface CliOptions {
  /** By default a place with no session and no project around it, whose cache would be used. */
  readonly cwd?: string;
  /** Added to an environment without colours, CI and a dsh home. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is piped in; `undefined` gives no stdin at all, which is no pipe. */
  readonly stdin?: string | Uint8Array;
}

export interface CliResult {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Starts the program; its stdin stays open, and the caller reads its streams. */
export function startCli(
  args: readonly string[],
  { cwd = tmpdir(), env, stdin }: CliOptions = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: NOWHERE, ...env },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  if (stdin !== undefined) {
    child.stdin?.on('error', () => {}); // it may end before it has read all
    child.stdin?.write(stdin);
  }
  return child as ChildProcessWithoutNullStreams; // without stdin where none was asked for
}

/** Runs the built program as a child process, to its end. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const child = startCli(args, options);
  if (options.stdin !== undefined) child.stdin.end();
  return finished(child);
}

/** Gathers what a started program writes until it ends. */
export function finished(child: ChildProcessWithoutNullStreams): Promise<CliResult> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => {
      const said = Buffer.concat(stderr).toString('utf8');
      resolve({ exitCode, signal, stdout: Buffer.concat(stdout), stderr: said });
    });
  });
}
