import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { type ContextOptions, run } from '../support/context.ts';
import { eventLine, logText, rowLine } from '../support/logs.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

const SAMPLE = 'samples/interrupted.jsonl';

const inspect = async (flags: readonly string[] = [], options: ContextOptions = {}) => {
  const { stdout } = await run(['inspect', SAMPLE, ...flags], { cwd: process.cwd(), ...options });
  return stdout;
};

/** The block of the text form under a title, without it. */
function block(stdout: string, title: string): string[] {
  const lines = stdout.split('\n\n').find((lines) => lines.startsWith(title));
  return (lines ?? '').split('\n').slice(1);
}

const widest = (text: string): number =>
  Math.max(...text.split('\n').map((line) => stringWidth(line)));

describe('the plots of the text form', () => {
  it('are exactly these', async () => {
    const stdout = await inspect();
    expect(block(stdout, 'JSON bytes by representation')).toEqual([
      '  Raw logical events                   88,243  █████████████████████████████████',
      '  Completed-step projection candidate  36,865  █████████████▊',
      '  Lossless packed history              15,150  █████▋',
    ]);
    expect(block(stdout, 'Run lengths (tokens)')).toEqual([
      '  20–49    3  ██████████████████████████████████████████████████████████████████',
      '  50–99    2  ████████████████████████████████████████████',
      '  100–199  2  ████████████████████████████████████████████',
    ]);
    expect(block(stdout, 'Tokens over time')).toEqual([
      '          ▁▄▁▂▃▂            ▁▄▃▂▂▃▂█▁    ▁▂▄▃▄      ▁▇▂▅▃▃▆▂▃',
      '  7.29 s inside turns, 125 ms a column, at most 408.0 tokens/s',
    ]);
    expect(block(stdout, 'Gaps between tokens (ms)').at(-1)).toBe('  1,000–1,999    1  ▎');
    expect(block(stdout, 'Stalls of 1 s or more: 1, 1.6 s in all')).toEqual([
      '  1.6 s before seq 87, turn 1 step 1',
    ]);
  });

  it('fill 80 columns where there is no terminal, and the terminal where there is one', async () => {
    expect(widest(await inspect())).toBe(80);
    expect(widest(await inspect([], { stdoutIsTTY: true, env: { NO_COLOR: '1' } }))).toBe(100);
  });

  it('have bold titles on a terminal, unless colours are off', async () => {
    const bold = '\u001b[1mRun lengths (tokens)';
    expect(await inspect([], { stdoutIsTTY: true })).toContain(bold);
    for (const options of [{ env: { NO_COLOR: '1' } }, {}]) {
      const flags = options.env === undefined ? ['--no-color'] : [];
      expect(await inspect(flags, { stdoutIsTTY: true, ...options })).not.toContain('\u001b');
    }
  });

  it('are not wider for long and hostile types', async () => {
    const types = ['x'.repeat(200), '字'.repeat(50), '\u001b[2J\u202e'];
    const lines = types.map((type, seq) => eventLine(seq, type, { turn: 0 }));
    const file = writeTemporary(logText([...lines, rowLine(types.length, ['a', 'b', 'c'])]));
    const { stdout } = await run(['inspect', file]);
    const [, ...blocks] = stdout.split('\n\n');
    expect(widest(blocks.join('\n'))).toBeLessThanOrEqual(80);
    for (const hidden of ['\u001b', '\u202e']) expect(stdout).not.toContain(hidden);
    expect(stdout).toContain('\\u001b[2J\\u202e');
  });
});

describe('--sizes', () => {
  const sizes = async (...flags: string[]) =>
    JSON.parse(await inspect(['--json', ...flags])).inspections[0].sizes;

  it('is JSON bytes by default, none, or gzip and Brotli too', async () => {
    const json = await sizes();
    expect(json.forms.packed).toEqual({ records: 39, rows: 7, jsonBytes: 15_150 });
    expect(await sizes('--sizes', 'json')).toEqual(json);
    expect(await sizes('--sizes', 'none')).toBeUndefined();
    expect(await sizes('--sizes', 'all')).toMatchObject({
      forms: { packed: { jsonBytes: 15_150, gzipBytes: 4_279, brotliBytes: 3_969 } },
      compression: { gzipLevel: 6, brotliQuality: 5 },
    });
    expect(await inspect(['--sizes', 'none'])).not.toContain('JSON bytes by representation');
  });

  it('takes levels and qualities', async () => {
    const all = ['--sizes', 'all'];
    const { forms } = await sizes(...all);
    const small = await sizes(...all, '--gzip-level', '1', '--brotli-quality', '11');
    expect(small.forms.raw.gzipBytes).toBeGreaterThan(forms.raw.gzipBytes);
    expect(small.forms.raw.brotliBytes).toBeLessThan(forms.raw.brotliBytes);
    expect(small.compression).toMatchObject({ gzipLevel: 1, brotliQuality: 11 });
  });
});

describe('--format html', () => {
  it('is a page, with all sizes unless told otherwise', async () => {
    const page = await inspect(['--format', 'html']);
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('<td class="number">3,969</td>');
    const less = await inspect(['--format', 'html', '--sizes', 'none']);
    expect(less).not.toContain('Sizes by representation');
    const json = await inspect(['--format', 'html', '--sizes', 'json']);
    expect(json).toContain('<td class="number">15,150</td></tr>');
    expect(json).not.toMatch(/Brotli|gzip bytes|gzip level/);
  });
});
