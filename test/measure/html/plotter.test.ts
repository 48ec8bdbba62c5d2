import { expect, it } from 'vitest';
import { barChart } from '../../../src/measure/html/charts/bars.ts';
import { histogramChart } from '../../../src/measure/html/charts/histogram.ts';
import { openPlotter } from '../../../src/measure/html/plotter.ts';
import { numbersIn } from './well-formed.ts';

const plotter = await openPlotter();
const draw = (options: Parameters<typeof plotter.draw>[0]['options']) =>
  plotter.draw({ id: 'a', title: 'T <', description: 'D "', options }).text;

it('names a picture and says what it shows', () => {
  const svg = draw({ marks: [] });
  expect(svg).toMatch(/^<svg aria-labelledby="a-title a-desc" role="img" /);
  expect(svg).toContain('<title id="a-title">T &lt;</title><desc id="a-desc">D "</desc>');
  expect(svg).not.toMatch(/<style|class=|aria-label=|font-family/);
});

it('shows foreign text as text, and rounds coordinates', () => {
  const label = '<script>\u202e"x';
  const bars = [{ label, value: 1 / 3, text: '0.3333', color: 'var(--json)' }];
  const svg = draw({ width: 700, ...barChart(bars, 'x')(plotter.Plot, 700) });
  expect(svg).toContain('&lt;script&gt;\\u202e"x</text>');
  expect(svg).toContain('>0.3333</text>');
  expect(svg).not.toMatch(/ (?:x|y|width|height|d|transform)="[^"]*\.\d\d/);
});

it('draws the same twice', () => {
  const chart = () => histogramChart([{ from: 1, to: 2, count: 3 }], 'x', 'y')(plotter.Plot, 340);
  expect(draw(chart())).toBe(draw(chart()));
});

it('draws bars whose lengths are their values', () => {
  const bars = [4, 1].map((value) => ({ label: `${value}`, value, text: '', color: 'red' }));
  const svg = draw({ width: 700, ...barChart(bars, 'x')(plotter.Plot, 700) });
  const [long = 0, short = 0] = [...svg.matchAll(/<rect ([^>]*)>/g)].map(
    ([, attributes = '']) => numbersIn(attributes).width,
  );
  expect(long / short).toBeCloseTo(4, 1);
});

it('gives a histogram a bar for each bin that holds something', () => {
  const bins = [5, 0, 1].map((count, at) => ({ from: at, to: at + 1, count }));
  const svg = draw({ width: 340, ...histogramChart(bins, 'x', 'y')(plotter.Plot, 340) });
  expect(svg.match(/<rect/g)).toHaveLength(2);
  expect(svg).not.toContain('>0.5<'); // counts have no fractions
});
