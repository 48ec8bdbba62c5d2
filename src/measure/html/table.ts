import { type Content, html, type Markup } from './markup.ts';

/** A table: the first column names the row, the others are numbers unless listed as text. */
export interface DataTable {
  /** What it holds; read out with it. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Content[])[];
  /** Columns beside the first that hold words. */
  readonly textColumns?: readonly number[];
  /** The last row sums the others. */
  readonly hasTotal?: boolean;
}

/**
 * A table in a region of its own that scrolls where the page is too narrow for it, also by keyboard.
 */
export function dataTable(table: DataTable): Markup {
  const { caption, head, rows, textColumns = [], hasTotal = false } = table;
  const isText = (column: number): boolean => column === 0 || textColumns.includes(column);
  const classOf = (column: number): string => (isText(column) ? 'text' : 'number');
  const row = (cells: readonly Content[], at: number): Markup => {
    const [name, ...others] = cells;
    const kind = hasTotal && at === rows.length - 1 ? 'total' : 'row';
    const rest = others.map((cell, index) => html`<td class="${classOf(index + 1)}">${cell}</td>`);
    return html`<tr class="${kind}"><th scope="row" class="text"><bdi>${name}</bdi></th>${rest}</tr>
`;
  };
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
<table>
<caption>${caption}</caption>
<thead><tr>${head.map((cell, column) => html`<th scope="col" class="${classOf(column)}">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map(row)}</tbody>
</table>
</div>`;
}

/** A table that is folded away until it is asked for. */
export const foldedTable = (summary: string, table: DataTable): Markup =>
  html`<details><summary>${summary}</summary>
${dataTable(table)}
</details>`;
