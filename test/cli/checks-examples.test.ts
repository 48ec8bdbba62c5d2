import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMENT_MARKER } from '../../src/measure/render/comment.ts';
import { type Workplace, workplace } from '../measure/check/logs.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';

const EXAMPLES = new URL('../../examples/ci/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, EXAMPLES), 'utf8');

/** The arguments of each `npx histpack measure` of an example; its folded lines joined. */
const commandsOf = (name: string): string[][] =>
  [...read(name).matchAll(/npx histpack measure ((?:[^\n|\\]|\\\n|\n +--)*)/g)].map(([, args]) =>
    (args ?? '').replaceAll('\\', ' ').trim().split(/\s+/),
  );

/** A project with a baseline of two logs, of which one has grown since where that is wanted. */
async function project(hasGrown: boolean): Promise<Workplace> {
  const place = workplace();
  for (const name of ['logs', 'report']) mkdirSync(join(place.cwd, name));
  const write = (name: string, turns: number) =>
    place.write(logText(conversation({ turns })), `logs/${name}.jsonl`);
  write('a', 3);
  write('b', 4);
  const made = await place.measure('logs/', '--baseline', 'sizes.json', '--update-baseline');
  expect([made.exitCode, made.stderr]).toEqual([0, '']);
  if (hasGrown) write('a', 5);
  return place;
}

describe('the examples for CI', () => {
  it.each([
    ['sizes.yml', 2],
    ['gitlab.yml', 2],
  ])('%s: the commands work, and fail where a log grew', async (name, count) => {
    const commands = commandsOf(name);
    expect(commands).toHaveLength(count);
    for (const hasGrown of [false, true]) {
      const place = await project(hasGrown);
      for (const command of commands) {
        const { exitCode, stderr } = await place.measure(...command);
        expect([exitCode, stderr]).toEqual([hasGrown ? 1 : 0, '']);
      }
      const written = readdirSync(join(place.cwd, name === 'sizes.yml' ? 'report' : '.'));
      expect(written).toContain(name === 'sizes.yml' ? 'comment.md' : 'metrics.txt');
    }
  });

  it('find the comment by the marker that it begins with', async () => {
    expect(read('sizes-comment.yml')).toContain(`const MARKER = '${COMMENT_MARKER}';`);
    const place = await project(true);
    await place.measure(...(commandsOf('sizes.yml')[0] ?? []));
    const body = readFileSync(join(place.cwd, 'report/comment.md'), 'utf8');
    expect(body.startsWith(`${COMMENT_MARKER}\n### Session log sizes: `)).toBe(true);
  });

  it('give a token that writes only to the workflow that runs no code of a fork', () => {
    expect(read('sizes.yml')).not.toMatch(/: write\b|secrets\./);
    const privileged = read('sizes-comment.yml');
    expect(privileged).toContain('workflow_run:');
    expect(privileged).not.toMatch(/actions\/checkout|npm |npx |\brun:/);
  });

  it('name the workflow that the second one waits for', () => {
    const name = /^name: (.*)$/m.exec(read('sizes.yml'))?.[1];
    expect(read('sizes-comment.yml')).toContain(`workflows: [${name}]`);
  });
});
