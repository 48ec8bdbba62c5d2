/** The compact fold: a row as at most two inputs, and the settled view that they must leave. */
export { expandPage, foldPage } from './fold-page.ts';
export { type FoldInput, foldRow, foldRun } from './fold-run.ts';
export { fold } from './representation.ts';
export type {
  Moment,
  SettledBlock,
  SettledCall,
  SettledStep,
  SettledStream,
  StepState,
} from './settled.ts';
export { SettledView, settle } from './view.ts';
