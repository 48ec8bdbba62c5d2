/**
 * Filler for text, UTF-16 unit by unit: each gets another of its class, which takes the same bytes
 * in UTF-8 and, by `JSON.stringify`, in JSON. So half a surrogate pair stays the same half, and
 * lengths never change, however text is cut into fragments.
 */

interface UnitClass {
  readonly has: (unit: number) => boolean;
  readonly first: number;
  /** Units to choose from, by a small number and by all that there are. */
  readonly few: number;
  readonly all: number;
}

const within =
  (from: number, to: number) =>
  (unit: number): boolean =>
    unit >= from && unit <= to;

/** White space by JavaScript's `trim`, which decides when an answer becomes visible. */
const isWhiteSpace = (unit: number): boolean => /\s/.test(String.fromCharCode(unit));

/** What says nothing on its own and stays: control characters, what JSON escapes, slashes and hyphens. */
const isKept = (unit: number): boolean =>
  unit < 0x20 || '"\\/-_'.includes(String.fromCharCode(unit)) || isWhiteSpace(unit);

const CLASSES: readonly UnitClass[] = [
  { has: within(0x61, 0x7a), first: 0x61, few: 16, all: 26 }, // a-z
  { has: within(0x41, 0x5a), first: 0x41, few: 16, all: 26 }, // A-Z
  { has: within(0x30, 0x39), first: 0x30, few: 6, all: 10 }, // 0-9
  { has: within(0x20, 0x7f), first: 0x2e, few: 1, all: 1 }, // the dot, for other ASCII
  { has: within(0x80, 0x7ff), first: 0xe0, few: 16, all: 23 }, // two bytes: à to ö
  { has: within(0xd800, 0xdbff), first: 0xd83d, few: 1, all: 1 }, // first halves
  { has: within(0xdc00, 0xdfff), first: 0xde00, few: 16, all: 64 }, // second halves: faces
  { has: within(0x800, 0xffff), first: 0x4e00, few: 16, all: 256 }, // three bytes: 一 and so on
];

const KEPT = CLASSES.length;
const UNITS = 0x10000;

/** The class of every unit, found once: content is long. */
const classOf = Uint8Array.from({ length: UNITS }, (_, unit) =>
  isKept(unit) ? KEPT : CLASSES.findIndex(({ has }) => has(unit)),
);
const blankOf = Uint16Array.from({ length: UNITS }, (_, unit) => fillUnit(unit, 0, false));

/** The unit that stands for another. `choice` is any number; few choices keep away from most words. */
export function fillUnit(unit: number, choice: number, isWide: boolean): number {
  const unitClass = CLASSES[classOf[unit] ?? KEPT];
  if (unitClass === undefined) return unit;
  return unitClass.first + (choice % (isWide ? unitClass.all : unitClass.few));
}

/** What one call of `fromCharCode` takes without exhausting the stack. */
const PIECE_UNITS = 4096;

/** Text of the same length in every respect, that says nothing but its shape. */
export function blank(text: string): string {
  let filled = '';
  for (let from = 0; from < text.length; from += PIECE_UNITS) {
    const units = new Uint16Array(Math.min(PIECE_UNITS, text.length - from));
    for (let at = 0; at < units.length; at++) {
      units[at] = blankOf[text.charCodeAt(from + at)] as number; // the table has every unit
    }
    filled += String.fromCharCode(...units);
  }
  return filled;
}
