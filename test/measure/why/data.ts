import type { FormWhy, Line, Why } from '../../../src/measure/why/why.ts';

const line = (name: string, jsonBytes: number, records = 1): Line => ({ name, records, jsonBytes });
const FRAME = line('(response frame)', 70, 0);

/** A form of 1,070 bytes in one turn. */
const form = (families: FormWhy['families'], parts: readonly Line[]): FormWhy => ({
  jsonBytes: 1070,
  families: [...families, FRAME],
  parts: [...parts, FRAME],
  turns: [line('turn 1', 1000), FRAME],
  steps: [line('turn 1 step 1', 900), line('turn 1', 100), FRAME],
  tools: [line('bash', 600), line('(no tool)', 400), FRAME],
});

/** A small result with everything in it, and names that need care. */
export const WHY: Why = {
  forms: {
    raw: form(
      [
        { ...line('tool/result', 600), leaveOneOut: { gzipBytes: 250, brotliBytes: 200 } },
        { ...line('evil\u001b[2J|x', 400), leaveOneOut: { gzipBytes: 120, brotliBytes: -1 } },
      ],
      [line('other events', 1000)],
    ),
    packed: form(
      [line('tool/result', 600), line('text-chunks', 400)],
      [
        line('other events', 600),
        line('row fragments', 250),
        line('row envelope', 100),
        line('row dt', 50),
      ],
    ),
  },
  advice: [
    { kind: 'stored-unpacked', deltas: 12_345, allDeltas: 12_400 },
    { kind: 'runs-cut', rows: 160, enough: 116 },
    {
      ...{ kind: 'large-tool-result', form: 'packed', share: 0.5607 },
      ...{ seq: 123, tool: 'bash', jsonBytes: 600 },
    } as const,
  ],
};
