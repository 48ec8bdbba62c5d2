import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeLogLines } from '../../../samples/large-log.ts';
import { Random } from '../../../src/sample/random.ts';
import { type CliResult, runCli } from '../../support/cli.ts';
import { fileText } from '../../support/logs.ts';
import { temporaryDirectory } from '../../support/logs-on-disk.ts';

/**
 * A log of many turns whose message ids are random, as those of dsh are. Two seeds give two logs
 * that differ in their ids alone, which is a neutral edit.
 */
export function logOfSize(bytes: number, seed: number): string {
  const random = new Random(seed);
  const ids = new Map<string, string>();
  const renamed = (id: string): string => {
    const known = ids.get(id) ?? random.uuid();
    ids.set(id, known);
    return known;
  };
  const lines = [...largeLogLines({ bytes, packed: false, manyTurns: true })];
  return fileText(lines).replace(/[0-9a-f]{8}-0000-4000-8000-[0-9a-f]{12}/g, renamed);
}

export interface Workplace {
  readonly cwd: string;
  /** Writes `log.jsonl`, or another file. */
  write(text: string, name?: string): void;
  /** Runs the built program there. */
  measure(...args: readonly string[]): Promise<CliResult>;
}

/** A directory of its own to measure in; its home is there too, so that no cache is shared. */
export function workplace(env: Readonly<Record<string, string>> = {}): Workplace {
  const cwd = temporaryDirectory();
  return {
    cwd,
    write: (text, name = 'log.jsonl') => writeFileSync(join(cwd, name), text),
    measure: (...args) => runCli(['measure', ...args], { cwd, env: { HOME: cwd, ...env } }),
  };
}
