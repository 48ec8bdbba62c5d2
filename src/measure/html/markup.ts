/** Markup that is known to be sound; only `html` makes it, and what adapters vouch for. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in markup: text is escaped, lists are joined, `undefined` is nothing. */
export type Content = string | number | Markup | undefined | readonly Content[];

/**
 * Markup with values in it. Every value is foreign unless it is `Markup` itself: no name from a log can
 * open a tag, end an attribute or turn the direction of the text around it. Attributes must be quoted.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Content[]): Markup =>
  new Markup(parts.reduce((text, part, at) => text + contentText(values[at - 1]) + part));

function contentText(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Markup) return content.text;
  return typeof content === 'object' ? content.map(contentText).join('') : escapeText(`${content}`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Controls, bidi marks, lone surrogates and the like become visible escapes. */
const escapeText = (text: string): string =>
  visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Text without anything that is not seen: `\u202e` in place of what turns text around. */
export const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
