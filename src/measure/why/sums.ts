import type { Line } from './why.ts';

/** Adds up bytes by name. Memory: an entry for each name. */
export class Sums {
  readonly #lines = new Map<string, { records: number; jsonBytes: number }>();

  add(name: string, records: number, jsonBytes: number): void {
    const line = this.#lines.get(name);
    if (line === undefined) {
      this.#lines.set(name, { records, jsonBytes });
      return;
    }
    line.records += records;
    line.jsonBytes += jsonBytes;
  }

  /** Moves what another has into this one. */
  addAll(lines: Iterable<Line>): void {
    for (const { name, records, jsonBytes } of lines) this.add(name, records, jsonBytes);
  }

  /** The lines, the largest first. */
  lines(): Line[] {
    return [...this.#lines]
      .map(([name, sums]) => ({ name, ...sums }))
      .sort((a, b) => b.jsonBytes - a.jsonBytes || (a.name < b.name ? -1 : 1));
  }
}
