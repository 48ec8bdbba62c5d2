import { describe, expect, it } from 'vitest';
import { Console, type ConsoleOptions } from '../../src/commands/console.ts';
import { makeFault, type Warning } from '../../src/errors.ts';
import { makeContext } from '../support/context.ts';

const WARNING: Warning = {
  code: 'W_TORN_TAIL',
  message: 'torn',
  file: 'f.jsonl',
  line: 3,
  byteOffset: 40,
  detail: { bytes: 9 },
};
const FAULT = makeFault({ ...WARNING, code: 'E_SEQ', message: 'a gap', seq: 7, hint: 'look' });

/** What a console with these options says of everything. */
function said(act: (console: Console) => void, options: Partial<ConsoleOptions> = {}): string {
  const context = makeContext();
  act(new Console(context, { quiet: false, verbose: false, color: false, ...options }));
  expect(context.stdout.text).toBe('');
  return context.stderr.text;
}

describe('Console', () => {
  it('says a note, unless it is to be quiet', () => {
    expect(said((console) => console.note('reading x'))).toBe('histpack: reading x\n');
    expect(said((console) => console.note('reading x'), { quiet: true })).toBe('');
  });

  it('says a detail only when it is to be verbose', () => {
    expect(said((console) => console.detail('1 ms'))).toBe('');
    expect(said((console) => console.detail('1 ms'), { verbose: true })).toBe('histpack: 1 ms\n');
  });

  it('says a warning with its place and its code', () => {
    const line = 'histpack: warning: f.jsonl, line 3 (byte 40): torn [W_TORN_TAIL]\n';
    expect(said((console) => console.warn(WARNING))).toBe(line);
    expect(said((console) => console.warn(WARNING), { quiet: true })).toBe('');
    expect(said((console) => console.warn(WARNING), { verbose: true })).toBe(
      `${line}  detail: {"bytes":9}\n`,
    );
  });

  it('says a fault with its place, its code and what to do, also when quiet', () => {
    const text = 'histpack: error: f.jsonl, line 3 (byte 40, seq 7): a gap [E_SEQ]\n  hint: look\n';
    expect(said((console) => console.error(FAULT))).toBe(text);
    expect(said((console) => console.error(FAULT), { quiet: true })).toBe(text);
    expect(said((console) => console.error(FAULT), { verbose: true })).toBe(
      `${text}  detail: {"bytes":9}\n`,
    );
  });

  it('says a fault without a place', () => {
    const fault = makeFault({ code: 'E_OUTPUT', message: 'cannot write x' });
    expect(said((console) => console.error(fault))).toBe(
      'histpack: error: cannot write x [E_OUTPUT]\n  hint: choose another --output\n',
    );
  });
});
