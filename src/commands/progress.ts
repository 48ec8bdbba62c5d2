import type { Context } from '../context.ts';
import type { CommonFlags } from './common.ts';

/** A progress display; a silent one where nobody would see it. */
export interface Progress {
  /** Says how much is done, 0 to 1. */
  update(share: number): void;
  stop(): void;
}

const SILENT: Progress = { update: () => {}, stop: () => {} };
const STEPS = 1000;

/** A bar on stderr: only on a terminal, not in CI, not when it is unwanted. */
export async function startProgress(
  label: string,
  context: Context,
  { quiet, progress }: CommonFlags,
): Promise<Progress> {
  const { stderr, env } = context;
  const isCi = env.CI !== undefined && env.CI !== '' && env.CI !== 'false';
  if (quiet === true || !progress || stderr.isTTY !== true || isCi) return SILENT;
  const { SingleBar } = (await import('cli-progress')).default;
  const bar = new SingleBar({
    stream: stderr,
    format: `${label} {bar} {percentage}% {duration_formatted}`,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(STEPS, 0);
  return { update: (share) => bar.update(Math.floor(share * STEPS)), stop: () => bar.stop() };
}
