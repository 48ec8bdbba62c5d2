import { type ByForm, byForm, type Form } from '../forms.ts';
import type { Line } from './why.ts';

/** The families of each form and their JSON bytes: what a baseline keeps. Every `Why` is one. */
export interface FamilySizes {
  readonly forms: ByForm<{ readonly families: readonly Pick<Line, 'name' | 'jsonBytes'>[] }>;
}

/** How a family of a form changed; 0 on the side where it is absent. */
export interface Growth {
  readonly form: Form;
  readonly family: string;
  readonly before: number;
  readonly after: number;
}

/** The little of a result that later ones are compared with, sorted by name so that it diffs well. */
export const familySizes = ({ forms }: FamilySizes): FamilySizes => ({
  forms: Object.fromEntries(
    byForm(forms).map(([form, { families }]) => [
      form,
      {
        families: families
          .map(({ name, jsonBytes }) => ({ name, jsonBytes }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
      },
    ]),
  ),
});

/**
 * The families whose JSON bytes changed, the largest growth first and the largest decrease last.
 * Forms that only one side has are left out.
 */
export function whatGrew(before: FamilySizes, after: FamilySizes): Growth[] {
  const growths: Growth[] = [];
  for (const [form, { families }] of byForm(after.forms)) {
    const earlier = before.forms[form];
    if (earlier === undefined) continue;
    const [old, now] = [sizesByName(earlier.families), sizesByName(families)];
    for (const family of new Set([...now.keys(), ...old.keys()])) {
      const change = { before: old.get(family) ?? 0, after: now.get(family) ?? 0 };
      if (change.before !== change.after) growths.push({ form, family, ...change });
    }
  }
  return growths.sort((a, b) => b.after - b.before - (a.after - a.before));
}

/** Sizes of equal names add up: an event type may spell the name of the frame. */
function sizesByName(families: readonly Pick<Line, 'name' | 'jsonBytes'>[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { name, jsonBytes } of families) sizes.set(name, (sizes.get(name) ?? 0) + jsonBytes);
  return sizes;
}
