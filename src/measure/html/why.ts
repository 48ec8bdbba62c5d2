import type { Labels } from '../render/labels.ts';
import { shownName } from '../why/shown-name.ts';
import { whyTables } from '../why/tables.ts';
import type { Why } from '../why/why.ts';
import { html, type Markup } from './markup.ts';
import { foldedTable } from './table.ts';

/** Where the bytes of a page are: what stands out, and the breakdowns folded away. */
export function whyMarkup(why: Why, { why: labels }: Labels): Markup {
  const tables = whyTables(why, labels).map(({ head, rows }) => {
    const [title = ''] = head;
    const named = rows.map(([name = '', ...numbers]) => [shownName(name), ...numbers]);
    const hasTotal = rows.at(-1)?.[0] === labels.total;
    return html`${foldedTable(title, { caption: title, head, rows: named, hasTotal })}\n`;
  });
  return html`${why.advice.map((each) => html`<p>${labels.advice(each)}</p>\n`)}${tables}`;
}
