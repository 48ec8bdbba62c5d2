/** Longer names are cut where they are shown; the data has them whole. */
const MAX_NAME_CHARS = 60;

/** Paths are shown whole, if they are such as a system allows. */
export const MAX_PATH_CHARS = 4096;

/**
 * A name from a log as it may be shown: hostile text must not move the cursor or fill the screen,
 * so controls become escapes and long names are cut.
 */
export function shownName(name: string, maxChars: number = MAX_NAME_CHARS): string {
  const start = [...name.slice(0, 2 * (maxChars + 1))]; // code points of two units at most
  const cut = start.length > maxChars ? `${start.slice(0, maxChars - 1).join('')}…` : name;
  return cut.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** Text where markdown is read. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_|<>[\]]/g, '\\$&');
