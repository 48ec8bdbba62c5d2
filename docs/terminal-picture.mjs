/**
 * Draws what a command prints as a picture of a terminal: an SVG with text, in light and dark.
 * `node docs/terminal-picture.mjs [--write]`, in the package's folder, after a build. Without
 * --write it says whether the pictures are what the commands print now.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const PICTURES = {
  'docs/images/inspect.svg': ['inspect', 'samples/packed.jsonl'],
  'docs/images/measure.svg': ['measure', '--forms', 'all', 'samples/packed.jsonl'],
};

const FONT_SIZE = 13;
const CHAR_WIDTH = 7.8; // of a monospace font of that size
const LINE_HEIGHT = 19;
const PADDING = 16;
const BAR = 32;
/** Where a terminal of this width breaks a line. */
const COLUMNS = 100;

const escapeXml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The lines of a command with its prompt, as an SVG document. */
function picture(args) {
  const { stdout, status } = spawnSync(process.execPath, ['dist/bin/histpack.js', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NO_COLOR: '1', HOME: '/nowhere' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  const lines = [`$ histpack ${args.join(' ')}`, ...stdout.trimEnd().split('\n')].flatMap(
    (line) => line.match(new RegExp(`.{1,${COLUMNS}}`, 'gu')) ?? [''],
  );
  const columns = Math.max(...lines.map((line) => [...line].length));
  const width = Math.ceil(columns * CHAR_WIDTH + 2 * PADDING);
  const height = BAR + lines.length * LINE_HEIGHT + 2 * PADDING;
  const rows = lines.map((line, at) => {
    const y = BAR + PADDING + (at + 1) * LINE_HEIGHT - 5;
    const style = at === 0 ? ' class="prompt"' : '';
    const length = line === '' ? '' : ` textLength="${([...line].length * CHAR_WIDTH).toFixed(1)}"`;
    return `<text x="${PADDING}" y="${y}"${length}${style}>${escapeXml(line)}</text>`;
  });
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (color, at) =>
      `<circle cx="${PADDING + 4 + 18 * at}" cy="${BAR / 2}" r="5.5" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escapeXml(lines[0])}</title>
<style>
.window{fill:#fff;stroke:#d0d7de}.bar{fill:#f6f8fa}
text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328;white-space:pre}
.prompt{font-weight:600}
@media(prefers-color-scheme:dark){.window{fill:#0d1117;stroke:#30363d}.bar{fill:#161b22}text{fill:#e6edf3}}
</style>
<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<path class="bar" d="M1 9a8 8 0 0 1 8-8h${width - 18}a8 8 0 0 1 8 8v${BAR - 9}H1z"/>
${[...dots, ...rows].join('\n')}
</svg>
`;
}

const stale = Object.entries(PICTURES).filter(([file, args]) => {
  const svg = picture(args);
  if (process.argv.includes('--write')) writeFileSync(file, svg);
  return readFileSync(file, 'utf8') !== svg;
});
for (const [file] of stale) console.error(`${file} is not what its command prints`);
process.exitCode = stale.length === 0 ? 0 : 1;
