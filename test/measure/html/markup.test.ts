import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { html, Markup, visible } from '../../../src/measure/html/markup.ts';
import { itHolds } from '../../support/fuzz.ts';

describe('html', () => {
  it('escapes every value, and nothing that is markup already', () => {
    const inner = html`<b>${'<script>alert("1")</script>'}</b>`;
    expect(html`<p title="${`"onload='x' &`}">${inner}</p>`.text).toBe(
      '<p title="&quot;onload=&#39;x&#39; &amp;"><b>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</b></p>',
    );
  });

  it('joins lists, writes numbers, and nothing for undefined', () => {
    expect(html`${[1, '<', undefined, [html`<br>`]]}`.text).toBe('1&lt;<br>');
    expect(html`${new Markup('<hr>')}`.text).toBe('<hr>');
  });

  it('makes visible what would turn the text around or hide in it', () => {
    expect(html`${'a\u202eb\u0000c\u2028d\ud800'}`.text).toBe('a\\u202eb\\u0000c\\u2028d\\ud800');
    expect(visible('é 字 😀')).toBe('é 字 😀');
  });

  itHolds(
    'gives back any text as text and as an attribute',
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { document } = parseHTML(html`<p title="${text}">${text}</p>`.text);
      const [paragraph, ...others] = document.querySelectorAll('*');
      expect(others).toEqual([]);
      expect(paragraph?.textContent).toBe(visible(text));
      expect(paragraph?.getAttribute('title')).toBe(visible(text));
    }),
  );
});
