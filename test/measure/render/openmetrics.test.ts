import { describe, expect, it } from 'vitest';
import { renderOpenMetrics } from '../../../src/measure/render/openmetrics.ts';
import { makeReport } from '../../../src/measure/report.ts';
import { NOTE, OPTIONS, SMALL } from '../measurements.ts';
import { ONE } from './reports.ts';

const render = (...logs: Parameters<typeof makeReport>[0]) =>
  renderOpenMetrics(makeReport(logs, OPTIONS));

/** The grammar of OpenMetrics 1.0, as far as gauges without a time need it. */
const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
const LINE = new RegExp(
  `^(?:# TYPE ${NAME} gauge|# UNIT ${NAME} [a-z]+|# HELP ${NAME} .+|${NAME}\\{${LABEL}(?:,${LABEL})*\\} \\d+)$`,
);

describe('renderOpenMetrics', () => {
  it('is this text', () => {
    expect(render(ONE)).toBe(`\
# TYPE histpack_records gauge
# HELP histpack_records Top-level records of a history page.
histpack_records{file="session.jsonl",form="packed"} 696
# TYPE histpack_json_bytes gauge
# UNIT histpack_json_bytes bytes
# HELP histpack_json_bytes JSON bytes of a history page.
histpack_json_bytes{file="session.jsonl",form="packed"} 6362724
# TYPE histpack_gzip_bytes gauge
# UNIT histpack_gzip_bytes bytes
# HELP histpack_gzip_bytes gzip bytes of a history page.
histpack_gzip_bytes{file="session.jsonl",form="packed"} 1154206
# TYPE histpack_brotli_bytes gauge
# UNIT histpack_brotli_bytes bytes
# HELP histpack_brotli_bytes Brotli bytes of a history page.
histpack_brotli_bytes{file="session.jsonl",form="packed"} 528145
# EOF
`);
  });

  it('keeps to the grammar, and keeps the samples of a family together', () => {
    const hostile = { ...SMALL, file: 'a "b"\\c\nd{e="f"} 1.jsonl' };
    const text = render(NOTE, hostile, SMALL);
    const lines = text.split('\n');
    expect(lines.slice(-2)).toEqual(['# EOF', '']);
    for (const line of lines.slice(0, -2)) expect(line).toMatch(LINE);
    const families = lines.flatMap((line) => /^(histpack_\w+)\{/.exec(line)?.[1] ?? []);
    expect(families).toHaveLength(4 * 3 * 3);
    expect(families.filter((name, at) => name !== families[at - 1])).toHaveLength(4);
  });

  it('has every sample once', () => {
    const samples = render(NOTE, SMALL).match(/^histpack_\w+\{.*\}/gm) ?? [];
    expect(new Set(samples).size).toBe(samples.length);
  });

  it('ends a unit name with its unit, as the standard asks', () => {
    for (const [, name, unit] of render(NOTE).matchAll(/^# UNIT (\S+) (\S+)$/gm)) {
      expect(name?.endsWith(`_${unit}`)).toBe(true);
    }
  });

  it('is a whole document without logs', () => {
    expect(
      render()
        .match(/^# \w+/gm)
        ?.at(-1),
    ).toBe('# EOF');
    expect(render()).not.toContain('{');
  });
});
