import { quote } from '../json.ts';
import type { DeltaKind } from '../kinds.ts';
import type { Run, RunHead } from '../run.ts';
import { type CutText, joinFragments } from './cuts.ts';
import { Dictionary } from './dictionary.ts';
import { digits } from './digits.ts';
import { planRun } from './plan.ts';

/** The number that stands for the next new fragment; a known one has its dictionary number plus 1. */
export const NEW_FRAGMENT = 0;

/** Writes the runs of a page, in order, as columnar rows (docs/columnar.md). */
export class ColumnarRowWriter {
  readonly #dictionary = new Dictionary();

  /**
   * The JSON text of a run as a row: no white space, keys in the order of docs/columnar.md.
   * O(characters). Memory: the row and the dictionary.
   * @param isRepeated whether a message of the page has the same text once more
   */
  write(run: Run, isRepeated: boolean): string {
    const { head, fragments } = run;
    return (
      `{"type":"${columnarType(head.kind)}","seq0":${run.seq0},"time0":${run.times[0]},"data":{` +
      `"turn":${JSON.stringify(head.turn)},"step":${JSON.stringify(head.step)},` +
      `"index":${JSON.stringify(head.index)},${callText(head)}"gaps":${quote(gapsOf(run))},` +
      `${this.#members(fragments, isRepeated)}}}`
    );
  }

  #members(fragments: readonly string[], isRepeated: boolean): string {
    const plan = planRun(fragments, isRepeated, this.#dictionary);
    if (plan === 'joined') return cutText(joinFragments(fragments));
    if (plan === 'new dictionary') this.#dictionary.clear();
    const base = this.#dictionary.size;
    const added: string[] = [];
    let codes = '';
    for (const fragment of fragments) {
      const number = this.#dictionary.numberOf(fragment);
      if (number === undefined) {
        this.#dictionary.add(fragment);
        added.push(fragment);
      }
      codes += digits(number === undefined ? NEW_FRAGMENT : number + 1);
    }
    return `"base":${base},"codes":${quote(codes)},${cutText(joinFragments(added))}`;
  }
}

/** The type of a columnar row: that of the chunk row with `columns` in place of `chunks`. */
export const columnarType = ({ rowType }: DeltaKind): string =>
  rowType.replace(/chunks$/, 'columns');

function callText({ kind, id, name }: RunHead): string {
  if (!kind.isToolCall) return '';
  // A tool call's head has an id.
  return `"id":${quote(id as string)},${name === undefined ? '' : `"name":${quote(name)},`}`;
}

const cutText = ({ cuts, text }: CutText): string => `"cuts":${quote(cuts)},"text":${quote(text)}`;

/** Time differences between neighbouring members; a run's are safe integers. */
function gapsOf({ times }: Run): string {
  let gaps = '';
  for (let member = 1; member < times.length; member++) {
    // Both inside the column by the loop's bounds.
    gaps += digits((times[member] as number) - (times[member - 1] as number));
  }
  return gaps;
}
