import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { makeFault } from '../../../src/errors.ts';
import type { Measurement } from '../../../src/measure/measure.ts';
import { REPORT_FORMATS } from '../../../src/measure/render/index.ts';
import { LABELS } from '../../../src/measure/render/labels.ts';
import { makeReport } from '../../../src/measure/report.ts';
import { NOTE, OPTIONS, SMALL } from '../measurements.ts';

const report = (...measurements: readonly Measurement[]) => makeReport(measurements, OPTIONS);
const chalk = new Chalk({ level: 0 });

describe('csv', () => {
  const render = (...measurements: readonly Measurement[]) =>
    REPORT_FORMATS.csv(report(...measurements));

  it('has a row for each form, in plain integers', () => {
    expect(render(NOTE)).toBe(`\
file,representation,from_seq,to_seq,events,records,packed_rows,json_bytes,gzip_bytes,brotli_bytes
session.jsonl,raw,0,416756,416756,416756,0,69433638,4190226,1972998
session.jsonl,projection,0,416756,416756,228129,0,38427209,2324688,957350
session.jsonl,packed,0,416756,416756,696,116,6362724,1154206,528145
`);
  });

  it('quotes names that need it', () => {
    const names = ['a,b', 'say "hi"', 'two\nlines', 'cr\r', 'plain name'].map((file) => {
      const { packed } = NOTE.weights as Required<typeof NOTE.weights>;
      return render({ ...NOTE, file, weights: { packed } })
        .split('brotli_bytes\n')[1]
        ?.split(',packed')[0];
    });
    expect(names).toEqual(['"a,b"', '"say ""hi"""', '"two\nlines"', '"cr\r"', 'plain name']);
  });

  it('holds all logs and no total', () => {
    expect(render(NOTE, SMALL).trimEnd().split('\n')).toHaveLength(1 + 3 + 3);
  });
});

describe('json', () => {
  it('is the report', () => {
    const fault = makeFault({ code: 'E_READ', message: 'm', file: 'x' });
    const whole = makeReport([NOTE, SMALL], OPTIONS, [fault]);
    const text = REPORT_FORMATS.json(whole);
    expect(JSON.parse(text)).toEqual(whole);
    expect(text.endsWith('}\n')).toBe(true);
  });
});

describe('ndjson', () => {
  it('is a measurement a line, with its reductions and the options', async () => {
    const whole = report(NOTE, SMALL);
    const lines = (await REPORT_FORMATS.ndjson(whole)).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe('');
    const { schemaVersion, options, measurements } = whole;
    expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toEqual(
      measurements.map((measurement) => ({ schemaVersion, options, ...measurement })),
    );
  });

  it('is empty for no logs', async () => {
    expect(await REPORT_FORMATS.ndjson(report())).toBe('');
  });
});

describe('every format', () => {
  it.each(Object.entries(REPORT_FORMATS))('%s ends in a newline', async (_, render) => {
    const text = await (render as typeof REPORT_FORMATS.table)(report(NOTE), LABELS.en, chalk);
    expect(text.endsWith('\n')).toBe(true);
    expect(text.endsWith('\n\n')).toBe(false);
  });
});
