/** The columnar form of docs/columnar.md: lossless, and smaller than chunk rows. */
export { ColumnarReader, readColumnarPage } from './read-page.ts';
export { ColumnarRowWriter } from './write-row.ts';
