import { Command, CommanderError } from 'commander';
import type { Context } from './context.ts';
import { EXIT, type Fault, HistpackError, makeFault } from './errors.ts';
import { readVersion } from './version.ts';

/** A command's own file: it is loaded only when the command is asked for. */
interface CommandModule {
  /** Declares arguments, options and examples. */
  readonly configure: (command: Command) => void;
  /** Does the work and gives the exit status. The flags are those that `configure` declared. */
  readonly run: (args: never, flags: never, context: Context, command: Command) => Promise<number>;
}

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/** A new command is a file and an entry here. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  measure: {
    summary: 'print the record counts and bytes of raw, projected and packed history',
    load: () => import('./commands/measure.ts'),
  },
  page: {
    summary: 'print one history page, as a host would send it',
    load: () => import('./commands/page.ts'),
  },
  export: {
    summary: 'write a selection of a log to a file, in another form',
    load: () => import('./commands/export.ts'),
  },
  verify: {
    summary: 'find everything wrong with a log, and prove that packing it loses nothing',
    load: () => import('./commands/verify.ts'),
  },
  inspect: {
    summary: 'tell what is in a log: turns, steps, families of events, runs, cadence',
    load: () => import('./commands/inspect.ts'),
  },
  merge: {
    summary: 'put the results of many runs of measure into one report',
    load: () => import('./commands/merge.ts'),
  },
  ls: {
    summary: 'list the sessions of dsh',
    load: () => import('./commands/ls.ts'),
  },
};

const EXIT_STATUSES = `
Exit status: 0 done, 1 a check failed, 2 usage, 3 not lossless, 4 input unreadable or corrupt, 70 a bug.`;

/**
 * Runs the program and gives its exit status. Never throws for what a user or an input did.
 * @param argv the arguments after the program's name
 */
export async function main(argv: readonly string[], context: Context): Promise<number> {
  const wantsJson = argv.includes('--json');
  try {
    return await dispatch(argv, context);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version end with 0; everything else that commander refuses is a usage error.
      if (error.exitCode === 0) return EXIT.done;
      if (error.code === 'commander.help') return EXIT.usage; // shown since no command was named
      return await report(usageFault(error), EXIT.usage, wantsJson, argv, context);
    }
    if (error instanceof HistpackError) {
      return await report(error.fault, error.exitCode, wantsJson, argv, context);
    }
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    context.stderr.write(`histpack: a bug, please report it: ${trace}\n`);
    if (wantsJson) {
      const bug = { code: 'E_BUG', message: String(error), hint: 'a bug, please report it' };
      context.stdout.write(`${JSON.stringify({ error: bug, exitCode: EXIT.bug })}\n`);
    }
    return EXIT.bug;
  }
}

async function dispatch(argv: readonly string[], context: Context): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = new Command('histpack')
    .description('measure, page and pack DeepSeek Harness session logs, exact to the byte')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void (argv.length === 0 ? context.stderr.write(text) : undefined),
    })
    .addHelpText('after', EXIT_STATUSES);
  const named = argv.find((argument) => Object.hasOwn(COMMANDS, argument));
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(summary);
    command.copyInheritedSettings(program);
    if (name !== named) continue;
    const { configure, run } = await load();
    configure(command);
    command.action(async () => {
      // Both come from what `configure` declared, which commander has checked.
      exitCode = await run(
        command.processedArgs as never,
        command.opts() as never,
        context,
        command,
      );
    });
  }
  await program.parseAsync([...argv], { from: 'user' });
  return exitCode;
}

function usageFault(error: CommanderError): Fault {
  const message = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  return makeFault({ code: 'E_USAGE', message, detail: { reason: error.code } });
}

/** Says what went wrong: to people on stderr, and with `--json` as one document on stdout. */
async function report(
  fault: Fault,
  exitCode: number,
  wantsJson: boolean,
  argv: readonly string[],
  context: Context,
): Promise<number> {
  const { Console } = await import('./commands/console.ts');
  const verbose = argv.includes('--verbose') || argv.includes('-v');
  const color = !argv.includes('--no-color');
  new Console(context, { quiet: false, verbose, color }).error(fault);
  if (wantsJson) context.stdout.write(`${JSON.stringify({ error: fault, exitCode })}\n`);
  return exitCode;
}
