import { groupedInteger } from '../render/numbers.ts';
import { MAX_PATH_CHARS, shownName } from '../why/shown-name.ts';
import type { Inspection } from './inspect.ts';
import type { StateCounts } from './states.ts';

const MS_PER_SECOND = 1000;

/** What a log is, as terms and values. Foreign text is made visible. */
export function factsOf(inspection: Inspection): [string, string][] {
  const { header, events, stored, runLengths, inherited, embedded } = inspection;
  const lines: [string, string][] = [
    [
      'session',
      `${shownName(header.id)}, format ${header.version}, created ${isoTime(header.createdAt)}`,
    ],
    ['file', fileFacts(inspection)],
    ['events', `${groupedInteger(events)}${events === 0 ? '' : `, seq 0 to ${events - 1}`}`],
    [
      'records',
      `${groupedInteger(stored.records)}: ${groupedInteger(stored.rows)} chunk rows of ` +
        `${groupedInteger(stored.packedDeltas)} deltas, ${groupedInteger(stored.looseDeltas)} loose deltas`,
    ],
    ['turns', states(inspection.turns)],
    ['steps', states(inspection.steps)],
  ];
  if (header.cwd !== undefined) lines.splice(1, 0, ['cwd', shownName(header.cwd, MAX_PATH_CHARS)]);
  if (header.parentSession !== undefined) {
    lines.splice(1, 0, [
      'parent',
      `${shownName(header.parentSession)}${header.origin ? ` (${shownName(header.origin)})` : ''}`,
    ]);
  }
  if (runLengths !== undefined) {
    const { count, min, median, p95, max } = runLengths;
    const lengths = `min ${min}, median ${median}, p95 ${p95}, max ${max}`;
    lines.push(['runs', `${groupedInteger(count)} of length ${lengths}`]);
  }
  if (inspection.wallMs !== null) lines.push(['wall time', seconds(inspection.wallMs)]);
  if (inherited !== undefined) {
    const { events: seed, ownEvents, jsonBytes } = inherited;
    const text = `${groupedInteger(seed)} events (${groupedInteger(jsonBytes)} JSON bytes) from the parent`;
    lines.push(['inherited', `${text}, ${groupedInteger(ownEvents)} of its own`]);
  }
  if (embedded.streams > 0) {
    const { streams, rows, members, jsonBytes } = embedded;
    const text = `${groupedInteger(streams)} embedded, ${groupedInteger(rows)} rows of ${groupedInteger(members)} fragments`;
    lines.push(['streams', `${text}, ${groupedInteger(jsonBytes)} JSON bytes`]);
  }
  return lines;
}

function fileFacts({ encoding, fileBytes, decodedBytes, frames, lines }: Inspection): string {
  const decoded = encoding === 'raw' ? '' : `, ${groupedInteger(decodedBytes)} decoded`;
  const framed = frames === undefined ? '' : `, ${groupedInteger(frames)} frames`;
  return `${encoding}, ${groupedInteger(fileBytes)} bytes${decoded}${framed}, ${groupedInteger(lines)} lines`;
}

const states = ({ completed, interrupted, running }: StateCounts): string =>
  `${groupedInteger(completed)} completed, ${groupedInteger(interrupted)} interrupted, ${groupedInteger(running)} running`;

const seconds = (ms: number): string => `${(ms / MS_PER_SECOND).toFixed(3)} s`;

/** A time that is no date stays a number. */
function isoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}
