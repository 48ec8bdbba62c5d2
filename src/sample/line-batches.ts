/** Large enough that the cost of a write does not show, small enough to keep memory flat. */
const BATCH_CHARACTERS = 1 << 18;

/** The lines with their line feeds, in batches. */
export function* lineBatches(lines: Iterable<string>): Generator<string, void, undefined> {
  let batch = '';
  for (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield batch;
    batch = '';
  }
  if (batch !== '') yield batch;
}
