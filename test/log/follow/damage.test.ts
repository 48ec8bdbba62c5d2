import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/log/log.ts';
import { followText } from '../../support/growing.ts';
import { deltaLine, eventLine, fileText, headerLine, turnEnd } from '../../support/logs.ts';
import { storedFrame } from '../../support/zstd.ts';

const two = [eventLine(0, 'turn/start'), eventLine(1, 'x')];
const header = fileText([headerLine()]);
const raw = header + fileText(two);
const frames = Buffer.concat([storedFrame(header), storedFrame(fileText(two))]);

/** Appends to a followed log and gives the fault in which that ends. */
async function faultOf(
  content: string | Buffer,
  appended: string | Buffer,
  options: Parameters<typeof followText>[1] = {},
) {
  const { following, append, path } = await followText(content, options);
  append(appended);
  const error = await following.ended.then(
    () => undefined,
    (reason: unknown) => reason as { fault: Record<string, unknown> },
  );
  return { fault: { ...error?.fault, path }, seqs: following.seqs, path };
}

describe('damage in what is appended to a raw log', () => {
  it.each<[string, string, object]>([
    ['no JSON', 'no JSON\n', { code: 'E_JSON' }],
    ['no object', '3\n', { code: 'E_EVENT' }],
    ['a blank line', '\n', { code: 'E_JSON' }],
    ['a gap', fileText([turnEnd(9)]), { code: 'E_SEQ', seq: 9 }],
    ['a second branch', fileText([eventLine(1, 'y')]), { code: 'E_SEQ', seq: 1 }],
    ['a bad row', '{"type":"text-chunks"}\n', { code: 'E_ROW' }],
    ['another header', header, { code: 'E_SECOND_HEADER' }],
  ])('%s: its place in the file, and no line number', async (_, line, expected) => {
    const sound = fileText([eventLine(2, 'x'), deltaLine(3, 'a'), deltaLine(4, 'b')]);
    const { fault, seqs, path } = await faultOf(raw, sound + line);
    const byteOffset = Buffer.byteLength(raw + sound);
    expect(fault).toMatchObject({ ...expected, file: path, byteOffset });
    expect(fault).toMatchObject({ line: undefined, frame: undefined });
    expect(seqs).toEqual([2, 3, 4]); // what is sound before it is given
  });

  it('bytes that are no UTF-8: the place of the first of them', async () => {
    const line = Buffer.from(fileText([eventLine(2, 'x')]));
    line[12] = 0xff;
    const { fault } = await faultOf(raw, line);
    const start = Buffer.byteLength(raw);
    expect(fault).toMatchObject({
      ...{ code: 'E_UTF8', message: 'the line is not UTF-8', byteOffset: start },
      detail: { badByteOffset: start + 12 },
    });
  });

  it('a line that is too long', async () => {
    const limits = { ...DEFAULT_LIMITS, maxLineBytes: 1000 };
    const long = fileText([eventLine(2, 'x'), eventLine(3, 'y', { text: 'x'.repeat(2000) })]);
    const { fault, seqs, path } = await faultOf(raw, long, { limits });
    expect(fault).toMatchObject({ code: 'E_LIMIT', file: path, line: undefined });
    expect(fault).toMatchObject({ byteOffset: raw.length + eventLine(2, 'x').length + 1 });
    expect(seqs).toEqual([2]);
  });

  it('has the line too where following began with the log', async () => {
    // The first frame is torn, so all of it is read again.
    const { fault } = await faultOf(storedFrame(header).subarray(0, -2), Buffer.from('xxxxxxx'));
    expect(fault).toMatchObject({ code: 'E_CHECKSUM', frameOffset: 0 });
    const torn = storedFrame(header + fileText(two));
    const rest = Buffer.concat([torn.subarray(-2), storedFrame('no JSON\n')]);
    const second = await faultOf(torn.subarray(0, -2), rest);
    expect(second.fault).toMatchObject({ code: 'E_JSON', line: 4, byteOffset: raw.length });
  });
});

describe('damage in what is appended to a zstd log', () => {
  const frame = (...lines: string[]) => storedFrame(fileText(lines));

  it('a line: the place of its frame', async () => {
    const appended = [frame(eventLine(2, 'x')), frame(eventLine(3, 'y'), 'no JSON')];
    const { fault, seqs, path } = await faultOf(frames, Buffer.concat(appended));
    const frameOffset = frames.length + (appended[0] as Buffer).length;
    expect(fault).toMatchObject({ code: 'E_JSON', file: path, frameOffset });
    expect(fault).toMatchObject({ line: undefined, byteOffset: undefined, frame: undefined });
    expect(seqs).toEqual([2, 3]);
  });

  it('a checksum: nothing of its frame is given', async () => {
    const bad = storedFrame(fileText([eventLine(3, 'y')]), { checksumValue: 1 });
    const appended = Buffer.concat([frame(eventLine(2, 'x')), bad]);
    const { fault, seqs, path } = await faultOf(frames, appended);
    expect(fault).toMatchObject({ code: 'E_CHECKSUM', file: path });
    expect(fault).toMatchObject({ frameOffset: frames.length + appended.length - bad.length });
    expect(fault).not.toMatchObject({ message: expect.stringMatching(/^frame/) });
    expect(seqs).toEqual([2]);
  });

  it('bytes that are no frame', async () => {
    const { fault } = await faultOf(frames, 'not a frame at all');
    expect(fault).toMatchObject({ code: 'E_FRAME', frameOffset: frames.length });
  });

  it('a frame that decodes to more than is allowed', async () => {
    const limits = { ...DEFAULT_LIMITS, maxDecodedBytes: 10_000 };
    const bomb = frame(eventLine(2, 'x', { text: 'x'.repeat(20_000) }));
    const { fault, seqs } = await faultOf(frames, bomb, { limits });
    expect(fault).toMatchObject({ code: 'E_LIMIT', frameOffset: frames.length });
    expect(seqs).toEqual([]);
  });
});
