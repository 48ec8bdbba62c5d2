import type { ChalkInstance } from 'chalk';
import { groupedInteger } from '../measure/render/numbers.ts';
import type { SessionEntry } from './ls.ts';

/** The sessions, grouped by project in the order in which the projects first come. */
export function renderSessions(entries: readonly SessionEntry[], chalk: ChalkInstance): string {
  const projects = new Map<string, SessionEntry[]>();
  for (const entry of entries) {
    const group = projects.get(entry.project);
    if (group === undefined) projects.set(entry.project, [entry]);
    else group.push(entry);
  }
  const idColumns = Math.max(...entries.map(({ id }) => id.length));
  const byteColumns = Math.max(...entries.map(({ bytes }) => groupedInteger(bytes).length));
  const blocks = [...projects].map(([project, group]) => {
    const lines = group.map((entry) => entryLine(entry, idColumns, byteColumns, chalk));
    return [chalk.bold(project), ...lines].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}

function entryLine(
  entry: SessionEntry,
  idColumns: number,
  byteColumns: number,
  chalk: ChalkInstance,
): string {
  const head = `  ${entry.id.padEnd(idColumns)}  ${groupedInteger(entry.bytes).padStart(byteColumns)} B`;
  if (entry.error !== undefined) {
    return `${head}  ${chalk.red(`${entry.error.code}: ${entry.error.message}`)}`;
  }
  const created = entry.createdAt === undefined ? '' : isoMinute(entry.createdAt);
  const events = entry.events === undefined ? '' : `${groupedInteger(entry.events)} events`;
  const parent =
    entry.parentSession === undefined ? '' : `${entry.origin ?? 'fork'} of ${entry.parentSession}`;
  const facts = [created, `${entry.encoding}, format ${entry.version}`, events, parent];
  return `${head}  ${facts.filter(Boolean).join('  ')}`;
}

const ISO_MINUTE_CHARS = 16;

function isoMinute(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime())
    ? String(ms)
    : date.toISOString().slice(0, ISO_MINUTE_CHARS).replace('T', ' ');
}
