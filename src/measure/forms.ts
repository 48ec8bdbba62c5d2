import type { Representation } from '../codec/representation.ts';
import { REPRESENTATIONS, type RepresentationName } from '../codec/representations.ts';

/** The three columns of the note's comparison, in its order: what is measured by default. */
export const NOTE_FORMS = ['raw', 'projection', 'packed'] as const;

/** All forms that histpack knows, in the order of tables. */
export const FORMS = [...NOTE_FORMS, 'columnar', 'fold', 'messages'] as const;
export type KnownForm = (typeof FORMS)[number];

/** A form by its name: one of `FORMS`, or one that a module brings (`--form-module`). */
export type Form = string;

/** What a form may be called. */
const FORM_NAME = /^[a-z][a-z0-9-]{0,63}$/;
export const isForm = (name: string): boolean =>
  FORM_NAME.test(name) && !(name in Object.prototype); // tables are looked up by it

/** Which projection stands in the table (FORMAT section 6). */
export const PROJECTIONS = {
  literal: 'projection',
  'keep-first-token': 'projection-keep-first-token',
} as const satisfies Record<string, RepresentationName>;
export type ProjectionName = keyof typeof PROJECTIONS;

/** Something for each of some forms. */
export type ByForm<Value> = { readonly [F in KnownForm]?: Value } & {
  readonly [form: Form]: Value | undefined;
};

/** The forms that something is there for: those of `FORMS` in their order, then the others. */
export function formsOf(values: ByForm<unknown>): Form[] {
  const known = FORMS.filter((form) => values[form] !== undefined);
  const others = Object.keys(values).filter((form) => !FORMS.some((each) => each === form));
  return [...known, ...others];
}

/** What is there, by form, in the order of `formsOf`. */
export const byForm = <Value>(values: ByForm<Value>): [Form, Value][] =>
  formsOf(values).flatMap((form) => {
    const value = values[form];
    return value === undefined ? [] : [[form, value] satisfies [Form, Value]];
  });

/** Which representation a form that histpack knows stands for. */
export const representationName = (
  form: KnownForm,
  projection: ProjectionName,
): RepresentationName => (form === 'projection' ? PROJECTIONS[projection] : form);

/** How a form that histpack knows is written. */
export const representationOf = (form: KnownForm, projection: ProjectionName): Representation =>
  REPRESENTATIONS[representationName(form, projection)];
