import { Chalk, type ChalkInstance } from 'chalk';
import type { Context, OutputStream } from '../context.ts';

const BASIC_COLORS = 1;

/**
 * The one place that decides on colour: `--no-color`, then `FORCE_COLOR`, then `NO_COLOR` and
 * `TERM=dumb`, then whether the stream is a terminal.
 */
export function chalkFor(
  stream: OutputStream,
  { env }: Pick<Context, 'env'>,
  wantsColor: boolean,
): ChalkInstance {
  return new Chalk({ level: isColored(stream, env, wantsColor) ? BASIC_COLORS : 0 });
}

function isColored(stream: OutputStream, env: Context['env'], wantsColor: boolean): boolean {
  if (!wantsColor) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return env.TERM !== 'dumb' && stream.isTTY === true;
}
