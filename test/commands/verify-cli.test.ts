import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';
import { framedTurns, LARGE_TURNS, plant, rawText, turnsOfLog } from '../support/planted.ts';

const LARGE = turnsOfLog(LARGE_TURNS);

/** The acceptance of the issue, with the program as users run it. */
describe('histpack verify on 100,000 events with planted faults', () => {
  const { turns, planted } = plant(LARGE, [
    { kind: 'gap', turn: 100 },
    { kind: 'duplicate', turn: 400 },
    { kind: 'row', turn: 700 },
  ]);

  it('names line, byte offset and seq of each', async () => {
    const file = writeTemporary(rawText(turns), { name: 'log' });
    const { exitCode, stdout } = await runCli(['verify', '--json', file]);
    expect(exitCode).toBe(4);
    const [{ faults }] = JSON.parse(stdout.toString()).verifications;
    expect(faults).toMatchObject(planted);
    expect(faults).toHaveLength(3);
  });

  it('says so in text', async () => {
    const file = writeTemporary(rawText(turns), { name: 'log' });
    const { exitCode, stdout, stderr } = await runCli(['verify', file]);
    expect([exitCode, stderr]).toEqual([4, '']);
    for (const { line, byteOffset, seq, code } of planted) {
      const place = `fault line ${line} (byte ${byteOffset}, seq ${seq}): `;
      const found = stdout
        .toString()
        .split('\n')
        .find((each) => each.includes(place));
      expect(found).toContain(`[${code}]`);
    }
  });

  it('names frame, line, byte offset and seq of bad checksums, from stdin as well', async () => {
    const { bytes, offsets } = framedTurns(LARGE, [300, 900]);
    const { exitCode, stdout } = await runCli(['verify', '--json', '-'], { stdin: bytes });
    expect(exitCode).toBe(4);
    const [{ file, faults, events }] = JSON.parse(stdout.toString()).verifications;
    expect(file).toBe('<stdin>');
    const before = LARGE.slice(0, 300).flat();
    expect(faults).toMatchObject([
      {
        code: 'E_CHECKSUM',
        frame: 300,
        frameOffset: offsets[300],
        line: before.length + 1,
        byteOffset: Buffer.byteLength(before.join('\n')) + 1,
        seq: events,
      },
      { code: 'E_CHECKSUM', frame: 900, frameOffset: offsets[900] },
    ]);
  });
});
