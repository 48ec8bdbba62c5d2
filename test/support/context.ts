import { Readable, Writable } from 'node:stream';
import { main } from '../../src/cli.ts';
import type { Context } from '../../src/context.ts';
import { NOWHERE } from './logs-on-disk.ts';

/** A stream that keeps what is written to it; it may claim to be a terminal. */
export class MemoryStream extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly #chunks: Buffer[] = [];

  constructor({ isTTY = false, columns = 100 } = {}) {
    super();
    this.isTTY = isTTY;
    this.columns = columns;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}

export interface ContextOptions {
  readonly cwd?: string;
  readonly home?: string;
  readonly env?: Context['env'];
  /** What is piped in; nothing by default. */
  readonly stdin?: string | Uint8Array;
  readonly stdoutIsTTY?: boolean;
  readonly stderrIsTTY?: boolean;
}

export interface TestContext extends Context {
  readonly stdout: MemoryStream;
  readonly stderr: MemoryStream;
}

/** A process in memory, with an empty environment and no home. */
export function makeContext(options: ContextOptions = {}): TestContext {
  const { stdin, stdoutIsTTY = false, stderrIsTTY = false } = options;
  return {
    stdin: Readable.from(stdin === undefined ? [] : [Buffer.from(stdin as string)]),
    isStdinPiped: stdin !== undefined,
    stdout: new MemoryStream({ isTTY: stdoutIsTTY }),
    stderr: new MemoryStream({ isTTY: stderrIsTTY }),
    env: options.env ?? {},
    cwd: options.cwd ?? NOWHERE,
    home: options.home ?? NOWHERE,
    cleanups: new Set(),
  };
}

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly context: TestContext;
}

/** Runs the program in this process. */
export async function run(argv: readonly string[], options: ContextOptions = {}): Promise<Ran> {
  const context = makeContext(options);
  const exitCode = await main(argv, context);
  return { exitCode, stdout: context.stdout.text, stderr: context.stderr.text, context };
}
