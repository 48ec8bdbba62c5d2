import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { followText, LOOK_MS } from '../../support/growing.ts';
import { eventLine, fileText, headerLine, logText } from '../../support/logs.ts';
import { storedFrame, storedFrames } from '../../support/zstd.ts';

const events = (from: number, to: number, type = 'x'): string[] =>
  Array.from({ length: to - from }, (_, k) => eventLine(from + k, type));

const header = (version: number): string =>
  headerLine(version < 2 ? { version } : { version, isSeeded: false });

const generation = (version: number, lines: readonly string[]): string =>
  fileText([header(version), ...lines]);

const aWhile = () => sleep(25 * LOOK_MS);

describe('a new generation in the session directory', () => {
  it('0 to 1: goes on by seq', async () => {
    const { following, append, directory } = await followText(logText(events(0, 3)));
    append(fileText(events(3, 4)));
    await following.until(1);
    const next = join(directory, 'session.v1.jsonl');
    writeFileSync(next, generation(1, events(0, 6)));
    await following.until(3);
    appendFileSync(next, fileText(events(6, 7)));
    await following.until(4);
    await following.stop();
    expect(following.seqs).toEqual([3, 4, 5, 6]);
    expect(following.rotations).toEqual([next]);
  });

  it('1 to 2: what the new one holds has other seqs, and is not given again', async () => {
    const first = generation(1, events(0, 9));
    const { following, directory } = await followText(first, { name: 'session.v1.jsonl' });
    const next = join(directory, 'session.v2.jsonl.zstd');
    const contents = [fileText([header(2)]), fileText(events(0, 4, 'moved'))];
    writeFileSync(`${next}.part`, storedFrames(contents));
    renameSync(`${next}.part`, next);
    await following.untilRotation(1);
    appendFileSync(next, storedFrame(fileText(events(4, 6, 'new'))));
    await following.until(2);
    await following.stop();
    expect(following.texts).toEqual(events(4, 6, 'new'));
  });

  it('takes the last events of the old one along', async () => {
    const { following, append, directory } = await followText(generation(0, events(0, 3)));
    append(fileText(events(3, 5, 'last')));
    writeFileSync(join(directory, 'session.v3.jsonl'), generation(3, events(0, 2, 'moved')));
    await following.untilRotation(1);
    appendFileSync(join(directory, 'session.v3.jsonl'), fileText(events(2, 3, 'new')));
    await following.until(3);
    expect(following.texts).toEqual([...events(3, 5, 'last'), ...events(2, 3, 'new')]);
  });

  it('is waited for until its header is whole, and while the old file is gone', async () => {
    const { following, path, append, directory } = await followText(logText(events(0, 3)));
    const next = join(directory, 'session.v1.jsonl');
    const text = generation(1, events(0, 4));
    writeFileSync(next, text.slice(0, 30));
    append(fileText(events(3, 4)));
    await following.until(1);
    rmSync(path);
    await aWhile();
    expect(following.rotations).toEqual([]);
    appendFileSync(next, text.slice(30));
    appendFileSync(next, fileText(events(4, 5)));
    await following.until(2);
    expect(following.seqs).toEqual([3, 4]);
  });

  it('is never an older one, nor the same in another encoding', async () => {
    const name = 'session.v1.jsonl.zstd';
    const frames = storedFrames([fileText([header(1)]), fileText(events(0, 2))]);
    const { following, append, directory, path } = await followText(frames, { name });
    writeFileSync(join(directory, 'session.jsonl'), logText(events(0, 9)));
    writeFileSync(join(directory, 'session.v1.jsonl'), generation(1, events(0, 9)));
    await aWhile();
    append(storedFrame(fileText(events(2, 3))));
    await following.until(1);
    rmSync(path);
    await aWhile();
    rmSync(join(directory, 'session.v1.jsonl'));
    await aWhile();
    expect([following.seqs, following.rotations]).toEqual([[2], []]);
  });

  it('is not looked for beside a file that is no session log by its name', async () => {
    const log = logText(events(0, 2));
    const { following, append, directory } = await followText(log, { name: 'copy.jsonl' });
    writeFileSync(join(directory, 'session.v1.jsonl'), generation(1, events(0, 9)));
    append(fileText(events(2, 3)));
    await following.until(1);
    await aWhile();
    expect(following.rotations).toEqual([]);
  });

  it('is refused where its header says another format', async () => {
    const { following, directory } = await followText(logText(events(0, 2)));
    writeFileSync(join(directory, 'session.v2.jsonl'), generation(3, []));
    await expect(following.ended).rejects.toMatchObject({ code: 'E_GENERATION' });
  });
});
