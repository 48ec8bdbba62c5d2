import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built program, in `dist/bin`: what users run. */
export const PROGRAM = fileURLToPath(new URL('../../bin/histpack.js', import.meta.url));

const TIME_COMMAND = '/usr/bin/time';
const KIB = 1024;

export interface ChildRun {
  /** From the spawn to the exit, ms. */
  readonly wallMs: number;
  /** Empty unless it was asked for. */
  readonly stdout: Buffer;
}

/**
 * Runs a command and waits for it; its output goes nowhere unless it is kept.
 * @throws {Error} where it does not end with 0.
 */
export async function run(
  command: string,
  args: readonly string[],
  { keepOutput = false } = {},
): Promise<ChildRun> {
  const pieces: Buffer[] = [];
  const errors: Buffer[] = [];
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', keepOutput ? 'pipe' : 'ignore', 'pipe'] });
  let wallMs = 0;
  child.once('exit', () => {
    wallMs = performance.now() - start;
  });
  child.stdout?.on('data', (bytes: Buffer) => pieces.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => errors.push(bytes));
  const [status] = await once(child, 'close');
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')}: status ${status}\n${Buffer.concat(errors)}`);
  }
  return { wallMs, stdout: Buffer.concat(pieces) };
}

/** Runs the program under Node. */
export const runProgram = (
  args: readonly string[],
  options?: { readonly keepOutput?: boolean },
): Promise<ChildRun> => run(process.execPath, [PROGRAM, ...args], options);

/**
 * The most memory that the program held at a time, bytes, as the operating system counts it
 * (resident, so with the code of Node itself, which takes 40 MB).
 */
export async function peakMemoryOf(args: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'histpack-peak-'));
  const file = join(folder, 'peak');
  try {
    if (existsSync(TIME_COMMAND)) {
      const flags = ['--format', '%M', '--output', file];
      await run(TIME_COMMAND, [...flags, process.execPath, PROGRAM, ...args]);
    } else {
      await run(process.execPath, ['--import', hookThatWrites(file), PROGRAM, ...args]);
    }
    return Number(await readFile(file, 'utf8')) * KIB;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A module that notes the peak as the process ends. Linux's own line comes first: `getrusage` may
 * still count what the parent held when it forked.
 */
function hookThatWrites(file: string): string {
  const source = `import { readFileSync, writeFileSync } from 'node:fs';
process.on('exit', () => {
  let peak = process.resourceUsage().maxRSS;
  try {
    peak = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {}
  writeFileSync(${JSON.stringify(file)}, String(peak));
});`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
