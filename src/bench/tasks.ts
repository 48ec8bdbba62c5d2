import { type FoldCost, measureFoldCosts, type ScalingTask } from './fold-scaling.ts';
import { type GroupResult, type GroupTask, runGroup } from './group.ts';
import { proveSettledTask, type SettledProof, type SettledTask } from './settled.ts';

/** What runs in a heap of its own, with what goes in and what comes out: plain data. */
export interface Tasks {
  readonly group: { readonly input: GroupTask; readonly output: GroupResult };
  readonly settled: { readonly input: SettledTask; readonly output: SettledProof };
  readonly scaling: { readonly input: ScalingTask; readonly output: readonly FoldCost[] };
}

export type TaskName = keyof Tasks;

/** The tasks; a new one is an entry here and in `Tasks`. */
export const TASKS: {
  readonly [Name in TaskName]: (
    input: Tasks[Name]['input'],
  ) => Promise<Tasks[Name]['output']> | Tasks[Name]['output'];
} = {
  group: runGroup,
  settled: proveSettledTask,
  scaling: measureFoldCosts,
};
