import type { ChalkInstance } from 'chalk';
import type { Context } from '../context.ts';
import { type Fault, placeText, type Warning } from '../errors.ts';
import { chalkFor } from './colors.ts';

export interface ConsoleOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

/** What is said to people, on stderr; results go to stdout and never through here. */
export class Console {
  readonly #stderr: Context['stderr'];
  readonly #options: ConsoleOptions;
  readonly #chalk: ChalkInstance;

  constructor(context: Context, options: ConsoleOptions) {
    this.#stderr = context.stderr;
    this.#options = options;
    this.#chalk = chalkFor(context.stderr, context, options.color);
  }

  /** Something worth knowing, such as which log was chosen. */
  note(text: string): void {
    if (!this.#options.quiet) this.#write(this.#chalk.dim(`histpack: ${text}`));
  }

  /** Something that only `--verbose` wants. */
  detail(text: string): void {
    if (this.#options.verbose) this.#write(this.#chalk.dim(`histpack: ${text}`));
  }

  /** Something wrong that did not stop the work. */
  warn(warning: Warning): void {
    if (this.#options.quiet) return;
    const label = this.#chalk.yellow('warning');
    this.#write(`histpack: ${label}: ${withPlace(warning)} [${warning.code}]`);
    if (this.#options.verbose) this.#facts(warning.detail);
  }

  /** What stopped it, and what to do. Not silenced by `--quiet`. */
  error(fault: Fault): void {
    this.#write(`histpack: ${this.#chalk.red('error')}: ${withPlace(fault)} [${fault.code}]`);
    this.#write(`  ${this.#chalk.dim('hint:')} ${fault.hint}`);
    if (this.#options.verbose) this.#facts(fault.detail);
  }

  #facts(detail: Readonly<Record<string, unknown>> | undefined): void {
    if (detail === undefined) return;
    this.#write(this.#chalk.dim(`  detail: ${JSON.stringify(detail)}`));
  }

  #write(line: string): void {
    this.#stderr.write(`${line}\n`);
  }
}

function withPlace(problem: Fault | Warning): string {
  const place = placeText(problem);
  return place === '' ? problem.message : `${place}: ${problem.message}`;
}
