import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manPage } from '../../src/commands/man.ts';
import { commandTree } from '../../src/commands/registry.ts';
import { readVersion } from '../../src/version.ts';
import { describeWith } from '../measure/check/shells.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

/** The macros of man(7) that the page uses. */
const MACROS = /^\.(\\"|TH|SH|SS|P|TP|B|I|nf|fi)( |$)/;

describe('the manual page', () => {
  it('begins with its title, and has the sections that readers look for', async () => {
    const lines = (await manPage()).split('\n');
    expect(lines[1]).toBe(`.TH HISTPACK 1 "" "histpack ${readVersion()}" "User Commands"`);
    expect(lines.filter((line) => line.startsWith('.SH '))).toEqual([
      ...['.SH NAME', '.SH SYNOPSIS', '.SH DESCRIPTION', '.SH COMMANDS', '.SH EXIT STATUS'],
      ...['.SH ENVIRONMENT', '.SH FILES'],
    ]);
  });

  it('uses no other macros, ends every literal block, and leaves no bare hyphen or backslash', async () => {
    const lines = (await manPage()).split('\n');
    for (const line of lines.filter((each) => each.startsWith('.'))) expect(line).toMatch(MACROS);
    const count = (macro: string) => lines.filter((line) => line === macro).length;
    expect(count('.nf')).toBeGreaterThan(5);
    expect(count('.fi')).toBe(count('.nf'));
    for (const line of lines.slice(2)) {
      expect(line).not.toMatch(/^'/);
      expect(line.replace(/\\[-e&]|\\\(dq/g, '')).not.toMatch(/[-\\]/);
    }
  });

  it('has every command and every flag, each with a description', async () => {
    const page = (await manPage()).replaceAll('\\-', '-').replaceAll('\\(dq', '"');
    for (const command of (await commandTree()).commands) {
      const section = page.split(`\n.SS ${command.name()}\n`)[1]?.split('\n.S')[0] ?? '';
      for (const { flags, description } of command.options) {
        const start = description.slice(0, 30);
        expect([flags, section]).toEqual([flags, expect.stringContaining(`\n.B ${flags}\n`)]);
        expect(section).toContain(start);
      }
      expect(section).toContain(`histpack ${command.name()}`); // its examples
    }
  });

  it('is the file in docs/', async () => {
    const committed = readFileSync(new URL('../../docs/histpack.1', import.meta.url), 'utf8');
    expect(committed).toBe(await manPage());
  });
});

describeWith('man', 'read by man', () => {
  it('gives no warning, and shows the options', async () => {
    const path = writeTemporary(await manPage(), { name: 'histpack.1' });
    const { stdout, stderr, status } = spawnSync('man', ['--warnings', '-l', path], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C', MANWIDTH: '80' },
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ +--brotli-quality <n>$/m);
    expect(stdout).toMatch(/^ +\$ histpack measure session\.jsonl$/m);
  });
});

describeWith('mandoc', 'read by mandoc', () => {
  it('has no error and no warning but that it bears no date', async () => {
    const path = writeTemporary(await manPage(), { name: 'histpack.1' });
    const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', path], {
      encoding: 'utf8',
    });
    const warnings = stdout.split('\n').filter((line) => line !== '' && !/missing date/.test(line));
    expect(warnings).toEqual([]);
  });
});
