import { type Delta, Run, sameHead } from './run.ts';

/**
 * Joins loose deltas and stored rows into maximal runs, so that the result does not depend on how
 * a flush cut them. Each method returns the run that its argument ended, if it ended one.
 */
export class RunAssembler {
  #open: Run | undefined;

  /** The run that the next delta may continue. */
  get open(): Run | undefined {
    return this.#open;
  }

  /** Takes one delta; `text` is its stored line where that is not canonical. */
  addDelta({ head, seq, time, fragment }: Delta, text?: string): Run | undefined {
    const open = this.#open;
    if (open?.toSeq === seq && sameHead(open.head, head) && open.acceptsTime(time)) {
      open.push(time, fragment, text);
      return undefined;
    }
    this.#open = new Run(head, seq);
    this.#open.push(time, fragment, text);
    return open;
  }

  /** Takes a whole stored row, which the assembler may go on to lengthen. */
  addRun(run: Run): Run | undefined {
    const open = this.#open;
    const [firstTime] = run.times;
    if (
      open?.toSeq === run.seq0 &&
      sameHead(open.head, run.head) &&
      firstTime !== undefined &&
      open.acceptsTime(firstTime)
    ) {
      for (const [member, time] of run.times.entries()) {
        const fragment = run.fragments[member] as string; // the columns have one length
        open.push(time, fragment, run.verbatim?.get(member));
      }
      return undefined;
    }
    this.#open = run;
    return open;
  }

  /** Ends the open run: something came that is not a delta, or the log ended. */
  close(): Run | undefined {
    const open = this.#open;
    this.#open = undefined;
    return open;
  }
}
