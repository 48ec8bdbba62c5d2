import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../context.ts';
import { openLog } from '../log/log.ts';
import { hashSource, MeasurementCache } from '../measure/cache.ts';
import { type MeasureOptions, measureLog } from '../measure/measure.ts';
import { readVersion } from '../version.ts';
import { openInput } from './input.ts';
import { type MeasuredInput, needsHashes } from './measure-checks.ts';
import type { MeasureFlags } from './measure-options.ts';
import { startProgress } from './progress.ts';
import { openOptionsOf } from './reading.ts';

/**
 * Measures one input, or remembers what it measured before.
 * @throws {HistpackError} as `measureLog` does
 */
export async function measureInput(
  input: string,
  options: MeasureOptions,
  flags: MeasureFlags,
  context: Context,
): Promise<MeasuredInput> {
  const { source, warnings } = await openInput(input, context);
  const progress = await startProgress(source.name, context, flags);
  try {
    // A module may say something else each time.
    const isCached = flags.cache && input !== '-' && flags.formModule === undefined;
    const sha256 = isCached || needsHashes(flags) ? await hashSource(source) : undefined;
    const cache = isCached ? cacheFor(options, flags, context) : undefined;
    const log = await openLog(source, openOptionsOf(flags)); // also checks the name, which no hash knows
    const known = sha256 === undefined ? undefined : await cache?.read(sha256, source.name);
    const measurement =
      known ?? (await measureLog(log, { ...options, onProgress: progress.update }));
    if (known === undefined && sha256 !== undefined) await cache?.write(sha256, measurement);
    return {
      sha256,
      measurement: { ...measurement, warnings: [...warnings, ...measurement.warnings] },
    };
  } finally {
    progress.stop();
    await source.close();
  }
}

function cacheFor(options: MeasureOptions, flags: MeasureFlags, context: Context) {
  const { encoding, maxLine, maxDecoded } = flags;
  const { oneShot: _, ...result } = options; // how it is measured does not change what comes out
  return new MeasurementCache(cacheDirectory(context), {
    ...result,
    reading: { encoding, maxLine, maxDecoded },
    histpack: `${readVersion()} ${buildTime()}`,
  });
}

/** When this program was compiled: a rebuild under the same version forgets what the last one measured. */
const buildTime = (): number => statSync(fileURLToPath(import.meta.url)).mtimeMs;

/** `node_modules/.cache/histpack` of the project that one stands in, else the user's cache. */
function cacheDirectory({ cwd, env, home }: Context): string {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const modules = join(directory, 'node_modules');
    if (existsSync(modules)) return join(modules, '.cache', 'histpack');
    if (directory === dirname(directory)) break;
  }
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'histpack');
}
