import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { followText, LOOK_MS } from '../../support/growing.ts';
import { deltaLine, eventLine, fileText, headerLine, logText } from '../../support/logs.ts';
import { storedFrame, storedFrames } from '../../support/zstd.ts';

const events = (from: number, to: number, type = 'x'): string[] =>
  Array.from({ length: to - from }, (_, k) => eventLine(from + k, type));

/** Long enough for a few looks at the file. */
const aWhile = () => sleep(25 * LOOK_MS);

describe('a raw log that is followed', () => {
  it('gives whole lines as they come, and half ones when they are whole', async () => {
    const { following, append } = await followText(logText(events(0, 2)));
    append(fileText(events(2, 4)));
    await following.until(2);
    append(eventLine(4, 'é').slice(0, 20));
    await aWhile();
    expect(following.seqs).toEqual([2, 3]);
    append(`${eventLine(4, 'é').slice(20)}\n`);
    await following.until(3);
    expect(following.texts.at(-1)).toBe(eventLine(4, 'é'));
  });

  it('loses nothing of runs that come in one go, however long', async () => {
    const { following, append } = await followText(logText(events(0, 1)));
    const deltas = Array.from({ length: 9000 }, (_, k) => deltaLine(2 + k, ` token ${k}`));
    append(fileText([eventLine(1, 'step/start'), ...deltas, eventLine(9002, 'step/end')]));
    await following.until(9002);
    await following.stop();
    expect(following.seqs).toEqual(Array.from({ length: 9002 }, (_, k) => k + 1));
  });

  it('reads what was there when the abort came', async () => {
    const { following, append } = await followText(logText(events(0, 1)));
    append(fileText(events(1, 3)));
    await following.stop();
    expect(following.seqs).toEqual([1, 2]);
  });

  it('goes on where a torn tail was cut off and written anew', async () => {
    const log = logText(events(0, 2));
    const { following, append, path } = await followText(`${log}{"type":"half of a li`);
    append('ne that its writer never fini');
    await aWhile();
    truncateSync(path, Buffer.byteLength(log)); // as the next writer does
    append(fileText(events(2, 5, 'longer than what was cut off')));
    await following.until(3);
    await following.stop();
    expect(following.seqs).toEqual([2, 3, 4]);
    expect(following.rotations).toEqual([]);
  });

  it('gives the rest of a torn tail that was there at first', async () => {
    const line = eventLine(2, 'y');
    const { following, append } = await followText(logText(events(0, 2)) + line.slice(0, 9));
    append(`${line.slice(9)}\n`);
    await following.until(1);
    expect(following.texts).toEqual([line]);
  });
});

describe('a file that is replaced', () => {
  it('by a longer one is read behind what was given', async () => {
    const { following, path } = await followText(logText(events(0, 3)));
    writeFileSync(`${path}.new`, logText(events(0, 6, 'another')));
    renameSync(`${path}.new`, path);
    await following.until(3);
    await following.stop();
    expect(following.seqs).toEqual([3, 4, 5]);
    expect(following.rotations).toEqual([path]);
  });

  it('by a shorter one gives nothing until that is longer', async () => {
    const { following, path, append } = await followText(logText(events(0, 5)));
    writeFileSync(`${path}.new`, logText(events(0, 2)));
    renameSync(`${path}.new`, path);
    await following.untilRotation(1);
    append(fileText(events(2, 5)));
    await aWhile();
    expect(following.seqs).toEqual([]);
    append(fileText(events(5, 7)));
    await following.until(2);
    expect(following.seqs).toEqual([5, 6]);
  });

  it('by the same text goes on as if it had not been', async () => {
    const { following, path, append } = await followText(logText(events(0, 3)));
    writeFileSync(`${path}.new`, logText(events(0, 3)));
    renameSync(`${path}.new`, path);
    append(fileText(events(3, 5)));
    await following.until(2);
    expect([following.seqs, following.rotations]).toEqual([[3, 4], []]);
  });

  it('by frames is read as frames', async () => {
    const { following, path } = await followText(logText(events(0, 3)));
    const contents = [fileText([headerLine()]), fileText(events(0, 5))];
    writeFileSync(`${path}.new`, storedFrames(contents));
    renameSync(`${path}.new`, path);
    await following.until(2);
    appendFileSync(path, storedFrame(fileText(events(5, 6))));
    await following.until(3);
    expect(following.seqs).toEqual([3, 4, 5]);
  });

  it('slowly, in place, is read once its header is there', async () => {
    const { following, path, append } = await followText(logText(events(0, 3)));
    const next = logText(events(0, 8, 'other'));
    truncateSync(path, 0);
    for (let at = 0; at < next.length; at += 40) {
      append(next.slice(at, at + 40));
      if (at < 300) await sleep(LOOK_MS);
    }
    await following.until(5);
    await following.stop();
    expect(following.seqs).toEqual([3, 4, 5, 6, 7]);
  });

  it('at one blow, in place, by more, is noticed by what stands before', async () => {
    const { following, path } = await followText(logText(events(0, 3)));
    writeFileSync(path, logText(events(0, 30, 'other')));
    await following.until(27);
    expect(following.seqs).toEqual(Array.from({ length: 27 }, (_, k) => k + 3));
    expect(following.rotations).toEqual([path]);
  });

  it('is waited for while it is away', async () => {
    const { following, path } = await followText(logText(events(0, 3)));
    rmSync(path);
    await aWhile();
    writeFileSync(path, logText(events(0, 4)));
    await following.until(1);
    expect(following.seqs).toEqual([3]);
  });
});

describe('a zstd log that is followed', () => {
  const header = storedFrame(fileText([headerLine()]));
  const batch = (from: number, to: number): Buffer => storedFrame(fileText(events(from, to)));

  it('gives whole frames as they come', async () => {
    const { following, append } = await followText(Buffer.concat([header, batch(0, 2)]));
    const next = batch(2, 5);
    append(next.subarray(0, -1));
    await aWhile();
    expect(following.seqs).toEqual([]);
    append(next.subarray(-1));
    await following.until(3);
    expect(following.seqs).toEqual([2, 3, 4]);
  });

  it('gives no line twice of a torn frame that was there at first', async () => {
    const torn = storedFrame(fileText(events(2, 6)));
    const content = Buffer.concat([header, batch(0, 2), torn.subarray(0, -4)]);
    const { following, append } = await followText(content);
    expect(following.firstSeq).toBe(6); // its lines are whole, only its checksum is not there
    append(torn.subarray(-4));
    append(batch(6, 8));
    await following.until(2);
    await following.stop();
    expect(following.seqs).toEqual([6, 7]);
  });

  it('goes on where its torn last frame was cut off and written anew', async () => {
    const content = Buffer.concat([header, batch(0, 2)]);
    const { following, append, path } = await followText(content);
    append(batch(2, 9).subarray(0, -30));
    await aWhile();
    truncateSync(path, content.length);
    append(batch(2, 4));
    await following.until(2);
    expect(following.seqs).toEqual([2, 3]);
  });
});
