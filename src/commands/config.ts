import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command, Option } from 'commander';
import { lilconfig } from 'lilconfig';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';

/** Where a configuration may stand, in this order, from the current directory upwards. */
const SEARCH_PLACES = [
  'package.json',
  'histpack.config.json',
  'histpack.config.js',
  'histpack.config.mjs',
];

/** Options that make no sense in a file or a variable. */
const NOT_CONFIGURABLE = new Set(['config', 'printConfig', 'json', 'output', 'help', 'filesFrom']);

export interface LoadedConfig {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Finds and reads the configuration: the file that is named, or the first there is.
 * @throws {HistpackError} `E_CONFIG` where it cannot be read
 */
export async function loadConfig(
  named: string | false | undefined,
  { cwd }: Context,
): Promise<LoadedConfig | undefined> {
  if (named === false) return undefined;
  let file = named === undefined ? undefined : resolve(cwd, named); // the one that is being read
  const loadJson = (path: string, text: string): unknown => {
    file = path;
    return JSON.parse(text);
  };
  const loadModule = async (path: string): Promise<unknown> => {
    file = path;
    return (await import(pathToFileURL(path).href)).default;
  };
  const loaders = { '.json': loadJson, '.js': loadModule, '.mjs': loadModule };
  const explorer = lilconfig('histpack', { searchPlaces: SEARCH_PLACES, loaders, cache: false });
  try {
    const found = file === undefined ? await explorer.search(cwd) : await explorer.load(file);
    if (found === null) return undefined;
    if (!isRecord(found.config)) throw new Error('it is no object');
    return { path: found.filepath, values: found.config };
  } catch (error) {
    throw new HistpackError(
      {
        code: 'E_CONFIG',
        message: `cannot use the configuration: ${error instanceof Error ? error.message : error}`,
        file,
      },
      { cause: error },
    );
  }
}

/** A path in a configuration is relative to its file: the same as one from where the user stands. */
export function configuredPath(path: string, config: LoadedConfig, cwd: string): string {
  if (path === '-' || isAbsolute(path)) return path;
  return (
    relative(cwd, resolve(dirname(config.path), path))
      .split(sep)
      .join('/') || '.'
  );
}

/** An option's value and where it comes from. */
export type OptionSource = 'flag' | 'environment' | 'config' | 'default';

/**
 * Gives the options of a command their values: flags before `HISTPACK_…` variables before the
 * configuration before defaults. Every value goes through the option's own parser.
 * @throws {HistpackError} `E_CONFIG` for an unknown key or a bad value
 */
export function applySettings(
  command: Command,
  config: LoadedConfig | undefined,
  env: Context['env'],
): void {
  const options = new Map(
    command.options
      .filter((option) => !NOT_CONFIGURABLE.has(option.attributeName()))
      .map((option) => [option.attributeName(), option]),
  );
  for (const [key, value] of Object.entries(config?.values ?? {})) {
    if (key === 'files' || key === '$schema') continue;
    const option = options.get(key);
    if (option === undefined) {
      const known = [...options.keys(), 'files'].join(', ');
      throw refusal(`unknown key ${JSON.stringify(key)}; known are ${known}`, config?.path);
    }
    setValue(command, option, value, 'config', config?.path);
  }
  for (const [key, option] of options) {
    const name = variableName(key);
    const text = env[name];
    if (text === undefined || text === '') continue;
    const value = isSwitch(option) ? parseSwitch(text, name) : text;
    setValue(command, option, value, 'env', name);
  }
}

/** `brotliQuality` is `HISTPACK_BROTLI_QUALITY`. */
export const variableName = (key: string): string =>
  `HISTPACK_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** Where each option's value comes from, for `--print-config`. */
export function optionSource(command: Command, key: string): OptionSource {
  const source = command.getOptionValueSource(key);
  if (source === 'cli') return 'flag';
  if (source === 'env') return 'environment';
  return source === 'config' ? 'config' : 'default';
}

const isSwitch = (option: Option): boolean => !option.required && !option.optional;

function setValue(
  command: Command,
  option: Option,
  value: unknown,
  source: 'config' | 'env',
  place: string | undefined,
): void {
  const key = option.attributeName();
  if (command.getOptionValueSource(key) === 'cli') return;
  if (isSwitch(option)) {
    if (typeof value !== 'boolean') throw refusal(`${key} must be true or false`, place);
    command.setOptionValueWithSource(key, value, source);
    return;
  }
  let parsed: unknown = option.defaultValue; // what a repeated option adds to, as commander does it
  for (const text of textsOf(option, value, place)) {
    try {
      parsed = option.parseArg === undefined ? text : option.parseArg(text, parsed);
    } catch (error) {
      throw refusal(`${key}: ${error instanceof Error ? error.message : error}`, place, error);
    }
  }
  command.setOptionValueWithSource(key, parsed, source);
}

/** A setting as the texts that a flag would have: an object as assignments, a list joined or repeated. */
function textsOf(option: Option, value: unknown, place: string | undefined): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  const name = option.attributeName();
  if (isRepeatable(option)) {
    if (isRecord(value)) return Object.entries(value).map(([key, each]) => `${key}=${each}`);
    if (Array.isArray(value)) return value.map(String);
    throw refusal(`${name} must be a text, a list or an object`, place);
  }
  const isList = Array.isArray(option.defaultValue);
  if (isList && Array.isArray(value)) return [value.join(',')];
  throw refusal(`${name} must be a text${isList ? ' or a list' : ' or a number'}`, place);
}

/** Whether an option adds each value to the earlier ones, which its parser then asks for. */
const isRepeatable = ({ argChoices, parseArg }: Option): boolean =>
  argChoices === undefined && (parseArg?.length ?? 0) > 1;

function parseSwitch(text: string, name: string): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw refusal(`${name} must be 1, true, 0 or false, got ${JSON.stringify(text)}`, undefined);
}

const refusal = (message: string, file: string | undefined, cause?: unknown): HistpackError =>
  new HistpackError({ code: 'E_CONFIG', message, file }, { cause });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
