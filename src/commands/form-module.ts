import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RecordSink, Representation, SpanWriter } from '../codec/representation.ts';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { type ByForm, FORMS, isForm } from '../measure/forms.ts';

/** What a module for `--form-module` exports by default (docs/forms.md). */
export interface FormModule extends Partial<Omit<Representation, 'open'>> {
  /** Small letters, digits and hyphens; none of histpack's own names. */
  readonly name: string;
  readonly open: Representation['open'];
}

/**
 * Loads representations of the user's own, by name.
 * @throws {HistpackError} `E_CONFIG` for a module that cannot be used
 */
export async function loadFormModules(
  paths: readonly string[],
  { cwd }: Context,
): Promise<ByForm<Representation>> {
  const forms = new Map<string, Representation>();
  for (const path of paths) {
    const form = checked(await load(resolve(cwd, path), path), path);
    if (forms.has(form.name)) throw refusal(path, `another module is called ${form.name} too`);
    forms.set(form.name, representationOf(form, path));
  }
  return Object.fromEntries(forms);
}

async function load(file: string, path: string): Promise<unknown> {
  try {
    return (await import(pathToFileURL(file).href)).default;
  } catch (error) {
    throw refusal(path, reasonOf(error), error);
  }
}

function checked(value: unknown, path: string): FormModule {
  if (typeof value !== 'object' || value === null) {
    throw refusal(path, 'its default export is no object with name and open');
  }
  const { name, open, ...facts } = value as Partial<FormModule>; // each is checked here
  if (typeof name !== 'string' || !isForm(name)) {
    throw refusal(path, `name must be small letters, digits and hyphens, got ${String(name)}`);
  }
  if (FORMS.some((form) => form === name)) throw refusal(path, `${name} is histpack's own`);
  if (typeof open !== 'function') throw refusal(path, 'open must be a function');
  const wrong = (['isLossless', 'needsWholeRuns', 'needsSteps'] as const).find((key) => {
    return facts[key] !== undefined && typeof facts[key] !== 'boolean';
  });
  if (wrong !== undefined) throw refusal(path, `${wrong} must be true, false or absent`);
  return value as FormModule; // checked above
}

/** What is not said is what asks least of a module and promises least for it. */
function representationOf(form: FormModule, path: string): Representation {
  const guarded = <Result>(call: () => Result): Result => {
    try {
      return call();
    } catch (error) {
      throw refusal(path, `it failed: ${reasonOf(error)}`, error);
    }
  };
  return {
    isLossless: form.isLossless ?? false,
    needsWholeRuns: form.needsWholeRuns ?? true,
    needsSteps: form.needsSteps ?? true,
    open: (page): SpanWriter => {
      const write = guarded(() => form.open(page));
      if (typeof write !== 'function') throw refusal(path, 'open must return a function');
      return (span, sink: RecordSink) => guarded(() => write(span, sink));
    },
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const refusal = (file: string, reason: string, cause?: unknown): HistpackError =>
  new HistpackError(
    {
      code: 'E_CONFIG',
      message: `cannot use the form module: ${reason}`,
      file,
      hint: 'docs/forms.md shows what such a module exports',
    },
    { cause },
  );
