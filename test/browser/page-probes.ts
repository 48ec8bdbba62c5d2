/** Scripts for a page in a browser, as text: this program's types know no DOM. Each gives what is wrong. */

/** Whether the page is wider than the window. */
export const overflowProbe = `(() => {
  const root = document.documentElement;
  if (root.scrollWidth <= innerWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.scroll, .skip'))
    .map((e) => e.outerHTML.slice(0, 100));
})()`;

/** Text with a contrast below 4.5 (WCAG 1.4.3), and marks of pictures with one below 3 (WCAG 1.4.11). */
export const contrastProbe = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (a, b) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const color = channels(getComputedStyle(e).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const wrong = [];
  const check = (e, color, least, what) => {
    const value = contrast(channels(color), ground(e));
    if (!(value >= least)) wrong.push(what + ' ' + value.toFixed(2) + ': ' + e.outerHTML.slice(0, 80));
  };
  for (const e of document.querySelectorAll('body *')) {
    if (!e.checkVisibility()) continue;
    const style = getComputedStyle(e);
    const hasText = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== '');
    if (hasText && !e.closest('title, desc')) check(e, e.closest('svg') ? style.fill : style.color, 4.5, 'text');
    if (!e.closest('svg') || !['rect', 'circle', 'path'].includes(e.localName)) continue;
    // A band of the ground only groups; what has an edge is seen by it.
    if (e.closest('[fill="var(--band)"]')) continue;
    const isEdged = style.stroke !== 'none';
    const paint = isEdged ? style.stroke : style.fill;
    if (paint !== 'none') check(e, paint, 3, 'mark');
  }
  return wrong;
})()`;

/** Pictures, regions, tables and links that have no name. */
export const namelessProbe = `(() => {
  const named = (e) => {
    const ids = (e.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
    if (ids.length > 0) return ids.every((id) => document.getElementById(id)?.textContent.trim());
    return e.getAttribute('aria-label')?.trim() || e.caption?.textContent.trim() || e.textContent.trim();
  };
  return [...document.querySelectorAll('svg, [role], nav, section, table, a, summary, figure')]
    .filter((e) => !named(e))
    .map((e) => e.outerHTML.slice(0, 100));
})()`;
