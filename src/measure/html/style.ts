/**
 * The style sheet of every page. Colours are pairs for light and dark; text has a contrast of 4.5 or
 * more against its ground in both, marks of 3 or more.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --line: #d5d9df; --ink: #1a1e24; --muted: #56606c;
  --link: #1b57b0; --json: #2a62b8; --gzip: #8a5a00; --brotli: #0c6e63;
  --stream: #2a62b8; --wait: #8fb1e3; --tail: #6b7683; --bad: #c22a2a; --band: #eef1f5; --mark: #1a1e24;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --line: #363d47; --ink: #e7eaee; --muted: #a3adb9;
    --link: #8ab8ff; --json: #6fa3f2; --gzip: #e0a94a; --brotli: #46bfae;
    --stream: #6fa3f2; --wait: #3d68a8; --tail: #96a1ae; --bad: #ff7b72; --band: #1b1f26; --mark: #e7eaee;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 3rem; max-width: 62.5rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 0 0 1rem; padding-top: 1.5rem; border-top: 2px solid var(--ink); }
h3 { font-size: 1.05rem; margin: 2.25rem 0 .75rem; }
p { margin: .5rem 0; max-width: 44rem; }
section { margin-top: 2rem; }
a { color: var(--link); }
nav ol { margin: 1rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
footer, .note, .lead { color: var(--muted); font-size: .9rem; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--ground); z-index: 1; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }
.figures { list-style: none; margin: 0 0 1.5rem; padding: 0 0 0 1px; display: flex; flex-wrap: wrap; }
.figures li { flex: 1 1 9.5rem; padding: .75rem 1rem; border: 1px solid var(--line); margin: 0 0 -1px -1px; }
.figures strong { display: block; font-size: 1.4rem; line-height: 1.25; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures span { color: var(--muted); font-size: .85rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.25rem; margin: 0; font-size: .95rem; }
dt { color: var(--muted); }
dt::first-letter { text-transform: uppercase; }
dd { margin: 0; min-width: 0; }
.scroll { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; min-width: 100%; }
caption { text-align: left; color: var(--muted); padding: 0 0 .35rem; }
th, td { overflow-wrap: normal; padding: .3rem .75rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
th { font-weight: 600; }
tbody th { font-weight: 400; }
.text { text-align: left; }
thead th { border-bottom: 1px solid var(--ink); vertical-align: bottom; white-space: normal; }
.total > * { font-weight: 600; border-bottom: none; border-top: 1px solid var(--ink); }
figure { margin: 1.75rem 0; }
figcaption { font-weight: 600; margin-bottom: .35rem; }
.pair { display: grid; gap: 0 2.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); }
.pair figure { margin-bottom: .5rem; min-width: 0; }
.chart svg { display: block; max-width: 100%; height: auto; overflow: visible; font-size: 12px; }
.chart text { fill: var(--ink); }
.narrow { display: none; }
.legend { list-style: none; margin: 0 0 .35rem; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; font-size: .85rem; color: var(--muted); }
.swatch { display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem; vertical-align: -.08rem; background: currentColor; }
.swatch.json { background: var(--json); } .swatch.gzip { background: var(--gzip); } .swatch.brotli { background: var(--brotli); }
.swatch.stream { background: var(--stream); } .swatch.wait { background: var(--wait); } .swatch.tail { background: var(--tail); }
.swatch.sign { display: none; }
.swatch.bad { background: var(--bad); } .swatch.first { background: var(--mark); width: .2rem; margin-left: .3rem; }
details { margin: .35rem 0; font-size: .95rem; }
summary { cursor: pointer; color: var(--link); width: fit-content; font-size: .9rem; }
.problems, .checks { padding: 0; list-style: none; }
.problems li, .checks li { margin: .25rem 0; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; }
@media screen and (max-width: 46rem) {
  body { padding: 1.25rem 1rem 2rem; }
  .wide { display: none; }
  .narrow { display: block; }
  th.text { white-space: normal; min-width: 7rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .4rem; }
}
@media print {
  :root { color-scheme: light; --ground: #ffffff; --line: #b5bac1; --ink: #000000; --muted: #444b54;
    --link: #000000; --json: #2a62b8; --gzip: #8a5a00; --brotli: #0c6e63;
    --stream: #2a62b8; --wait: #8fb1e3; --tail: #6b7683; --bad: #c22a2a; --band: #eef1f5; --mark: #000000; }
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  .skip, nav, details:not([open]) { display: none; }
  .scroll { overflow: visible; }
  h2, h3, figcaption { break-after: avoid; }
  figure, tr, .figures { break-inside: avoid; }
  .swatch, svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
