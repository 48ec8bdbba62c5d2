import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { namesIn, temporaryDirectory } from '../support/logs-on-disk.ts';

const MARKER = 'planted-session';
const LOG = logText(conversation({ turns: 2 }));

let cwd = '';
let cache = '';

beforeEach(() => {
  cwd = temporaryDirectory();
  cache = join(cwd, '.cache', 'histpack'); // of the home directory, which is here too
  writeFileSync(join(cwd, 'a.jsonl'), LOG);
});

interface Ran {
  readonly id: string;
  readonly file: string;
  readonly warnings: { readonly code: string; readonly file: string }[];
}

/** What measure says about a log; the cache is that of `cwd` unless `env` or `where` say otherwise. */
async function measure(
  args: readonly string[] = ['a.jsonl'],
  { env = {}, where = cwd }: { env?: Record<string, string>; where?: string } = {},
): Promise<Ran> {
  const { exitCode, stdout } = await run(
    ['measure', '--json', '--quiet', '--brotli-quality', '1', ...args],
    { cwd: where, home: cwd, env },
  );
  expect(exitCode).toBe(0);
  const [{ session, file, warnings }] = JSON.parse(stdout).measurements;
  return { id: session.id, file, warnings };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes another session id into the only entry, with the right checksum: a hit is then visible. */
function plantMarker(directory = cache): void {
  const [name] = namesIn(directory);
  expect(namesIn(directory)).toHaveLength(1);
  const path = join(directory, name as string);
  const { text } = JSON.parse(readFileSync(path, 'utf8'));
  const planted = text.replace('"id":"s-1"', `"id":"${MARKER}"`);
  writeFileSync(path, JSON.stringify({ checksum: sha256(planted), text: planted }));
}

describe('the cache', () => {
  beforeEach(async () => {
    await measure();
    plantMarker();
  });

  it('answers for an unchanged log without measuring', async () => {
    expect(await measure()).toMatchObject({ id: MARKER, file: 'a.jsonl' });
  });

  it('answers for a renamed log, under its new name', async () => {
    renameSync(join(cwd, 'a.jsonl'), join(cwd, 'b.jsonl'));
    expect(await measure(['b.jsonl'])).toMatchObject({ id: MARKER, file: 'b.jsonl' });
  });

  it('answers for a copy that is called by another path', async () => {
    expect(await measure([join(cwd, 'a.jsonl')])).toMatchObject({
      id: MARKER,
      file: join(cwd, 'a.jsonl'),
    });
  });

  it('does not answer for changed content', async () => {
    writeFileSync(join(cwd, 'a.jsonl'), LOG.replaceAll('text 1', 'Text 1'));
    expect(await measure()).toMatchObject({ id: 's-1' });
    expect(namesIn(cache)).toHaveLength(2);
  });

  it.each([
    ['--brotli-quality', '2'],
    ['--brotli-engine', 'wasm'],
    ['--gzip-level', '9'],
    ['--forms', 'packed'],
    ['--projection', 'keep-first-token'],
    ['--from', '3'],
    ['--tail', '--max-messages=1'],
    ['--max-line', '1MiB'],
    ['--max-decoded', '1MiB'],
    ['--encoding', 'raw'],
    ['--strict', '--no-color'],
    ['--salvage', '--no-color'],
  ])('does not answer for other options: %s %s', async (...flags) => {
    expect(await measure(['a.jsonl', ...flags])).toMatchObject({ id: 's-1' });
  });

  it('answers whatever the output is', async () => {
    for (const flags of [['--lang', 'zh'], ['--max', 'packed.json=1GB'], ['--verbose']]) {
      expect(await measure(['a.jsonl', ...flags])).toMatchObject({ id: MARKER });
    }
  });

  it('is not asked with --no-cache, and not written', async () => {
    expect(await measure(['a.jsonl', '--no-cache'])).toMatchObject({ id: 's-1' });
    rmSync(cache, { recursive: true });
    await measure(['a.jsonl', '--no-cache']);
    expect(existsSync(cache)).toBe(false);
  });
});

describe('a cache that is broken is no error', () => {
  it.each([
    ['empty', () => ''],
    ['cut', (text: string) => text.slice(0, -10)],
    ['no JSON', () => 'x'],
    ['null', () => 'null'],
    ['of another shape', () => '{}'],
    ['changed without its checksum', (text: string) => text.replace('s-1', MARKER)],
    ['no measurement', () => JSON.stringify({ checksum: sha256('{}'), text: '{}' })],
  ])('an entry that is %s is measured again, and written anew', async (_, damage) => {
    await measure();
    const path = join(cache, namesIn(cache)[0] as string);
    const sound = readFileSync(path, 'utf8');
    writeFileSync(path, damage(sound));
    expect(await measure()).toMatchObject({ id: 's-1' });
    expect(readFileSync(path, 'utf8')).toBe(sound);
  });

  it('a directory that cannot be made', async () => {
    writeFileSync(join(cwd, '.cache'), 'a file');
    expect(await measure()).toMatchObject({ id: 's-1' });
  });

  it('an entry that cannot be written leaves nothing behind', async () => {
    await measure();
    const name = namesIn(cache)[0] as string;
    rmSync(join(cache, name));
    mkdirSync(join(cache, name, 'in the way'), { recursive: true });
    expect(await measure()).toMatchObject({ id: 's-1' });
    expect(namesIn(cache)).toEqual([name]);
  });
});

describe('where the cache is', () => {
  it('node_modules of the project, also from below', async () => {
    mkdirSync(join(cwd, 'node_modules'));
    mkdirSync(join(cwd, 'deep/down'), { recursive: true });
    await measure(['../../a.jsonl'], { where: join(cwd, 'deep/down') });
    expect(namesIn(join(cwd, 'node_modules/.cache/histpack'))).toHaveLength(1);
    plantMarker(join(cwd, 'node_modules/.cache/histpack'));
    expect(await measure()).toMatchObject({ id: MARKER });
    expect(existsSync(cache)).toBe(false);
  });

  it('XDG_CACHE_HOME, where there is no project', async () => {
    await measure(['a.jsonl'], { env: { XDG_CACHE_HOME: join(cwd, 'xdg') } });
    expect(namesIn(join(cwd, 'xdg/histpack'))).toHaveLength(1);
  });

  it('~/.cache otherwise', async () => {
    await measure(['a.jsonl'], { env: { XDG_CACHE_HOME: '' } });
    expect(namesIn(cache)).toHaveLength(1);
  });
});

describe('warnings', () => {
  it('come back under the name that the log has now', async () => {
    writeFileSync(join(cwd, 'a.jsonl'), `${LOG}{"torn`);
    expect((await measure()).warnings).toMatchObject([{ code: 'W_TORN_TAIL', file: 'a.jsonl' }]);
    renameSync(join(cwd, 'a.jsonl'), join(cwd, 'b.jsonl'));
    plantMarker();
    expect(await measure(['b.jsonl'])).toMatchObject({
      id: MARKER,
      warnings: [{ code: 'W_TORN_TAIL', file: 'b.jsonl' }],
    });
  });
});

describe('stdin', () => {
  it('is never kept', async () => {
    const flags = ['measure', '-', '--json', '--brotli-quality', '1'];
    await run(flags, { cwd, home: cwd, stdin: LOG });
    expect(existsSync(cache)).toBe(false);
  });
});
