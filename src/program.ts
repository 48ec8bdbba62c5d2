import { CommanderError } from 'commander';
import { COMMANDS, newProgram } from './commands/registry.ts';
import type { Context } from './context.ts';
import { EXIT, type Fault, HistpackError, makeFault } from './errors.ts';

const EXIT_STATUSES = `
Exit status: 0 done, 1 a check failed, 2 usage, 3 not lossless, 4 input unreadable or corrupt, 70 a bug.`;

/**
 * Runs the program and gives its exit status. Never throws for what a user or an input did.
 * @param argv the arguments after the program's name
 */
export async function runProgram(argv: readonly string[], context: Context): Promise<number> {
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
  const program = newProgram()
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
