import { expect } from 'vitest';

/** Elements that end where they begin. */
const VOID = new Set(['meta', 'link', 'br', 'hr']);

/** The numbers among the attributes of a tag. */
export const numbersIn = (attributes: string): Record<string, number> =>
  Object.fromEntries(
    [...attributes.matchAll(/([\w-]+)="(-?[\d.]+)"/g)].map(([, name, value]) => [
      name,
      Number(value),
    ]),
  );

/** That every tag is closed in order, no id comes twice, every reference has its target, and nothing is loaded. */
export function expectSound(page: string): void {
  expect(page).toMatch(/^<!doctype html>\n<html lang="[\w-]+">\n/);
  const open: string[] = [];
  for (const [, end, name = '', rest = ''] of page.matchAll(
    /<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^">])*)>/gi,
  )) {
    if (end === '/') expect(open.pop()).toBe(name);
    else if (!rest.endsWith('/') && !VOID.has(name)) open.push(name);
  }
  expect(open).toEqual([]);
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const referred = [
    ...[...page.matchAll(/ aria-labelledby="([^"]*)"/g)].flatMap(([, list = '']) =>
      list.split(' '),
    ),
    ...[...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id),
  ];
  for (const id of referred) expect(ids).toContain(id);
  expect(page).not.toMatch(/<script|<iframe|<img|\bsrc=|url\(|@import|\son\w+="/i);
  expect([...page.matchAll(/ href="([^#"][^"]*)"/g)].map(([, href]) => href)).toEqual(['data:,']);
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)/);
  expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0]|NaN|undefined|\[object/);
  const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  expect(levels[0]).toBe(1);
  levels.reduce((last, level) => {
    expect(level).toBeLessThanOrEqual(last + 1);
    return level;
  });
}
