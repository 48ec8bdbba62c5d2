import { EXIT, type Fault, HistpackError } from '../errors.ts';
import type { Console } from './console.ts';

/** What came of a log: one that is bad does not stop the others, and is a result too. */
export async function orBad<Result>(work: Promise<Result>): Promise<Result | HistpackError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HistpackError) return error;
    throw error;
  }
}

/** The bad logs of a run: each is told of when it comes, and the most severe decides the exit status. */
export class BadLogs {
  readonly faults: Fault[] = [];
  exitCode: number = EXIT.done;
  readonly #console: Console;

  constructor(console: Console) {
    this.#console = console;
  }

  add({ fault, exitCode }: HistpackError): void {
    this.#console.error(fault);
    this.faults.push(fault);
    this.exitCode = Math.max(this.exitCode, exitCode);
  }
}
