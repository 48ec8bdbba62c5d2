/** What a session is like where nothing else is asked for. */
export interface Profile {
  readonly turns: number;
  readonly toolCallsPerTurn: number;
  /** At least 1: each step streams something. */
  readonly runsPerStep: number;
  /** Deltas in a run, on average. */
  readonly membersPerRun: number;
  /** Share of the steps that get their assistant message. */
  readonly completed: number;
  /** Different fragments of text. */
  readonly vocabulary: number;
  /** Time between events, as `parseGaps` reads it. */
  readonly gaps: string;
}

/** The presets of `--profile`; a new one is an entry here. */
export const PROFILES = {
  /** As the note's benchmark log: one long turn of reasoning without a message. */
  note: {
    turns: 1,
    toolCallsPerTurn: 0,
    runsPerStep: 116,
    membersPerRun: 3_588,
    completed: 0,
    vocabulary: 4_096,
    gaps: 'fixed:1',
  },
  /** Questions and answers of some paragraphs. */
  chat: {
    turns: 20,
    toolCallsPerTurn: 0,
    runsPerStep: 2,
    membersPerRun: 400,
    completed: 0.95,
    vocabulary: 4_096,
    gaps: 'lognormal:12',
  },
  /** Long turns in which tools do most of the work. */
  agent: {
    turns: 5,
    toolCallsPerTurn: 15,
    runsPerStep: 2,
    membersPerRun: 120,
    completed: 0.98,
    vocabulary: 4_096,
    gaps: 'stalls:8',
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
