#!/usr/bin/env node
import { fstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { main } from '../src/cli.ts';
import { EXIT, systemReason } from '../src/errors.ts';

const STDIN_FD = 0;
const SIGNAL_EXITS = { SIGINT: 130, SIGTERM: 143 } as const;

const cleanups = new Set<() => void>();

function leave(exitCode: number): never {
  for (const cleanup of cleanups) cleanup();
  process.exit(exitCode);
}

/** A pipe, a socket or a redirected file; not a terminal, `/dev/null` or a closed descriptor. */
function isPiped(): boolean {
  try {
    const stat = fstatSync(STDIN_FD);
    return stat.isFIFO() || stat.isSocket() || stat.isFile();
  } catch {
    return false;
  }
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') leave(EXIT.done); // the reader has seen enough
  const reason = systemReason(error) ?? error.message;
  process.stderr.write(`histpack: error: cannot write to stdout: ${reason} [E_OUTPUT]\n`);
  leave(EXIT.usage);
});
process.stderr.on('error', () => {}); // nobody is there to be told
for (const [signal, exitCode] of Object.entries(SIGNAL_EXITS)) {
  process.on(signal, () => leave(exitCode));
}

process.exitCode = await main(process.argv.slice(2), {
  get stdin() {
    return process.stdin; // opened only when it is read
  },
  isStdinPiped: isPiped(),
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  cleanups,
});
