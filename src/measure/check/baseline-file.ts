import { readFile } from 'node:fs/promises';
import { HistpackError, systemReason } from '../../errors.ts';
import { isForm } from '../forms.ts';
import { BASELINE_SCHEMA_VERSION, type Baseline, sortedJson } from './baseline.ts';
import { SIZES } from './metrics.ts';

/** The text of a baseline file: sorted keys, two spaces, a newline at the end. */
export const baselineText = (baseline: Baseline): string => `${sortedJson(baseline, 2)}\n`;

/**
 * Reads a baseline file; undefined where there is none.
 * @throws {HistpackError} `E_CONFIG` where it is no baseline or one of a newer histpack
 */
export async function readBaseline(path: string, shown: string): Promise<Baseline | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw refusal(shown, systemReason(error) ?? String(error), error);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refusal(shown, 'it is not JSON', error);
  }
  const problem = problemOf(value);
  if (problem !== undefined) throw refusal(shown, problem);
  return value as Baseline; // every field that is read was checked
}

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it is no JSON object';
  const { schemaVersion, engine, options, files } = value;
  if (schemaVersion !== BASELINE_SCHEMA_VERSION) {
    return `its schemaVersion is ${JSON.stringify(schemaVersion)}, and ${BASELINE_SCHEMA_VERSION} is known`;
  }
  if (typeof engine !== 'string' || !isRecord(options) || !isRecord(files)) {
    return 'it lacks engine, options or files';
  }
  for (const [name, entry] of Object.entries(files)) {
    if (!isRecord(entry) || typeof entry.sha256 !== 'string' || !isRecord(entry.weights)) {
      return `the entry ${JSON.stringify(name)} is malformed`;
    }
    for (const [form, weight] of Object.entries(entry.weights)) {
      const isWeight = isRecord(weight) && Object.values(SIZES).every((key) => isSize(weight[key]));
      if (!isForm(form) || !isWeight)
        return `the entry ${JSON.stringify(name)} has a malformed ${form}`;
    }
    if (entry.why !== undefined && !isFamilySizes(entry.why)) {
      return `the entry ${JSON.stringify(name)} has a malformed why`;
    }
  }
  return undefined;
}

const isFamilySizes = (why: unknown): boolean =>
  isRecord(why) &&
  isRecord(why.forms) &&
  Object.entries(why.forms).every(
    ([form, sizes]) =>
      isForm(form) &&
      isRecord(sizes) &&
      Array.isArray(sizes.families) &&
      sizes.families.every(
        (family) => isRecord(family) && typeof family.name === 'string' && isSize(family.jsonBytes),
      ),
  );

const isSize = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refusal = (file: string, reason: string, cause?: unknown): HistpackError =>
  new HistpackError(
    { code: 'E_CONFIG', message: `cannot use the baseline: ${reason}`, file },
    { cause },
  );
