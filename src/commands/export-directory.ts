import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Seq } from '../codec/types.ts';
import type { Context } from '../context.ts';
import { HistpackError, systemReason, type Warning } from '../errors.ts';
import { ExportNames, extensionOf } from '../export/names.ts';
import type { Log } from '../log/log.ts';
import { BadLogs } from './bad-logs.ts';
import type { CommonFlags } from './common.ts';
import type { Console } from './console.ts';
import { inputsOf, readList } from './expand.ts';
import { type ExportJob, exportLog } from './export-log.ts';
import { inOrder } from './in-order.ts';
import { inputIdentities, openOutput } from './output.ts';

export interface ExportLogsFlags extends Pick<CommonFlags, 'json'> {
  readonly outputDir: string;
  readonly filesFrom?: string;
  readonly jobs: number;
  readonly force?: boolean;
}

/** Raised when a field changes its meaning or goes away. */
const EXPORT_SCHEMA_VERSION = 1;

/** A file that was written; what `--json` prints of it. */
interface Result {
  readonly file: string;
  readonly output: string;
  readonly session: { readonly id: string };
  readonly interval: { readonly fromSeq: Seq; readonly toSeq: Seq };
}

/**
 * Exports many logs into a directory, a file each. A log that is bad does not stop the others: it
 * is reported, and the exit status tells. Prints the names of the files, in the order of the logs.
 */
export async function exportLogs(
  files: readonly string[],
  flags: ExportLogsFlags,
  job: ExportJob,
  context: Context,
  console: Console,
): Promise<number> {
  const listed =
    flags.filesFrom === undefined
      ? []
      : await readList(flags.filesFrom, context, { allowEmpty: false });
  const named = [...files, ...listed];
  const inputs = await inputsOf(named, context, console);
  await makeDirectory(flags.outputDir, context);
  const read = await inputIdentities(inputs, context);
  const names = new OrderedNames(
    new ExportNames(extensionOf(job.options.format, job.options.encoding)),
  );
  const { redactor } = job.options;
  const idOf = ({ header: { id } }: Log) => redactor?.name(id) ?? id; // a name tells, too
  const overwrite = flags.force === true;

  const exportOne = async ({ input, at }: Item): Promise<Outcome> => {
    const warnings: Warning[] = [];
    const warn = (warning: Warning) => void warnings.push(warning);
    let output = '';
    try {
      const { sessionId, ...interval } = await exportLog(
        input,
        job,
        context,
        { warn },
        async (log) => {
          output = join(flags.outputDir, await names.next(at, idOf(log)));
          return openOutput(output, context, read, { overwrite });
        },
      );
      return { warnings, result: { file: input, output, session: { id: sessionId }, interval } };
    } catch (error) {
      if (!(error instanceof HistpackError)) throw error;
      const { fault } = error;
      return { warnings, error: new HistpackError({ file: input, ...fault }, { cause: error }) };
    } finally {
      names.pass(at);
    }
  };

  const results: Result[] = [];
  const bad = new BadLogs(console);
  await inOrder(
    inputs.map((input, at) => ({ input, at })),
    flags.jobs,
    exportOne,
    ({ warnings, result, error }) => {
      for (const warning of warnings) console.warn(warning);
      if (result !== undefined) results.push(result);
      if (error !== undefined) bad.add(error);
    },
  );
  const document = { schemaVersion: EXPORT_SCHEMA_VERSION, exports: results, errors: bad.faults };
  context.stdout.write(
    flags.json === true
      ? `${JSON.stringify(document, undefined, 2)}\n`
      : results.map(({ output }) => `${output}\n`).join(''),
  );
  return bad.exitCode;
}

interface Item {
  readonly input: string;
  readonly at: number;
}

interface Outcome {
  readonly warnings: readonly Warning[];
  readonly result?: Result;
  readonly error?: HistpackError;
}

/**
 * Names in the order of the logs, whichever worker is the first to know its session id: each waits
 * for those before it, which have begun before it did.
 */
class OrderedNames {
  readonly #names: ExportNames;
  readonly #passed: { readonly promise: Promise<void>; readonly pass: () => void }[] = [];

  constructor(names: ExportNames) {
    this.#names = names;
  }

  async next(at: number, sessionId: string): Promise<string> {
    if (at > 0) await this.#gate(at - 1).promise;
    const name = this.#names.next(sessionId);
    this.pass(at);
    return name;
  }

  /** The log at this place has its name, or needs none. */
  pass(at: number): void {
    this.#gate(at).pass();
  }

  #gate(at: number) {
    const known = this.#passed[at];
    if (known !== undefined) return known;
    const before = at === 0 ? undefined : this.#gate(at - 1).promise;
    let pass = (): void => {};
    const promise = new Promise<void>((resolve) => {
      pass = () => resolve(before); // open once those before it are
    });
    const gate = { promise, pass };
    this.#passed[at] = gate;
    return gate;
  }
}

async function makeDirectory(path: string, { cwd }: Context): Promise<void> {
  try {
    await mkdir(resolve(cwd, path), { recursive: true });
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    const message = `cannot make the directory ${path}: ${reason}`;
    throw new HistpackError({ code: 'E_OUTPUT', message, hint: 'choose another --output-dir' });
  }
}
