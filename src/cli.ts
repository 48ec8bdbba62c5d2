import type { Context } from './context.ts';
import { readVersion } from './version.ts';

const VERSION_FLAGS: ReadonlySet<string | undefined> = new Set(['--version', '-V']);

/**
 * Runs the program and gives its exit status. Never throws for what a user or an input did.
 * @param argv the arguments after the program's name
 */
export async function main(argv: readonly string[], context: Context): Promise<number> {
  // Scripts ask for the version often, and loading the program takes longer than answering.
  if (argv.length === 1 && VERSION_FLAGS.has(argv[0])) {
    context.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  const { runProgram } = await import('./program.ts');
  return runProgram(argv, context);
}
