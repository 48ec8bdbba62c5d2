import { html, Markup } from './markup.ts';
import { STYLE } from './style.ts';
import type { HtmlWords } from './words.ts';

/** A part of a page with a heading of the second level. */
export interface Section {
  /** Unique in the page. */
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

export interface Page {
  readonly title: string;
  /** Under the title. */
  readonly lead?: Markup | undefined;
  readonly sections: readonly Section[];
  readonly footer: string;
}

/** Nothing is loaded and nothing runs: no script, no request, styles of its own alone. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A whole page in one file. Contents are listed where there is more than one section. */
export function pageText(page: Page, words: HtmlWords): string {
  const { title, lead, sections, footer } = page;
  const contents =
    sections.length < 2
      ? undefined
      : html`<nav aria-label="${words.contents}"><ol>
${sections.map(({ id, title }) => html`<li><a href="#${id}"><bdi>${title}</bdi></a></li>\n`)}</ol></nav>`;
  const parts = sections.map(
    ({ id, title, body }) => html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading"><bdi>${title}</bdi></h2>
${body}
</section>
`,
  );
  return `<!doctype html>\n${
    html`<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="histpack">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header>
<h1><bdi>${title}</bdi></h1>
${lead}
${contents}
</header>
<main id="content" tabindex="-1">
${parts}</main>
<footer><p>${footer}</p></footer>
</body>
</html>
`.text
  }`;
}
