import { spawnSync } from 'node:child_process';
import { PROGRAM } from '../support/cli.ts';

/** What a run of the built program cost. */
export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Peak of the resident set, bytes. */
  readonly peakBytes: number;
  readonly seconds: number;
}

/** Prints the peak as the last line of stderr when the program ends. */
const PROBE = `process.on('exit', () => {
  process.stderr.write('\\nPEAK ' + process.resourceUsage().maxRSS + '\\n');
});`;
const BYTES_PER_UNIT = 1024;

/** Runs the built program as a child process and asks the operating system for its peak memory. */
export function runMeasured(args: readonly string[]): Run {
  const probe = `data:text/javascript,${encodeURIComponent(PROBE)}`;
  const started = performance.now();
  const child = spawnSync(process.execPath, ['--import', probe, PROGRAM, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = (performance.now() - started) / 1000;
  const [, stderr = '', peak] = /^(.*)\nPEAK (\d+)\n$/s.exec(child.stderr) ?? [];
  if (peak === undefined) throw new Error(`no peak was told: ${child.stderr.slice(-2000)}`);
  const { status: exitCode, stdout } = child;
  return { exitCode, stdout, stderr, peakBytes: Number(peak) * BYTES_PER_UNIT, seconds };
}
