import { describe, expect, it } from 'vitest';
import { escapeMarkdown, shownName } from '../../../src/measure/why/shown-name.ts';

describe('shownName', () => {
  it('leaves ordinary names alone', () => {
    expect(shownName('assistant/chunk 文本')).toBe('assistant/chunk 文本');
  });

  it('shows controls, line ends and broken surrogates as escapes', () => {
    expect(shownName('\u001b[2J\n\u2028\u202e\ud800')).toBe(
      String.raw`\u001b[2J\u000a\u2028\u202e\ud800`,
    );
  });

  it('cuts what is longer than 60 characters', () => {
    expect(shownName('😀'.repeat(60))).toBe('😀'.repeat(60));
    expect(shownName('😀'.repeat(61))).toBe(`${'😀'.repeat(59)}…`);
    expect(shownName('x'.repeat(1_000_000))).toBe(`${'x'.repeat(59)}…`);
  });

  it('escapes markdown where that is read', () => {
    expect(escapeMarkdown('<b>|`todo_list')).toBe(String.raw`\<b\>\|\`todo\_list`);
  });
});
