import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NOTE_FORMS } from '../../src/measure/forms.ts';
import { runCli } from '../support/cli.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

const text = logText(conversation({ turns: 6, deltas: 9, layout: 'mixed', isRunning: true }));

/** The selections under test: what a whole log, a cut row and message-aligned pages weigh. */
const SELECTIONS: readonly (readonly string[])[] = [
  [],
  ['--from', '8', '--to', '60'],
  ['--tail', '--max-messages', '3'],
  ['--before', '70', '--max-messages', '2'],
  ['--from', '30', '--max-messages', '2'],
  ['--from', '9', '--to', '9'],
];

describe.each(SELECTIONS.map((selection) => [selection.join(' ') || 'the whole log', selection]))(
  'of %s',
  (_, selection) => {
    it('measure counts what page prints, and what the sync compressors make of it', async () => {
      const path = writeTemporary(text);
      const [measured, ...pages] = await Promise.all([
        runCli(['measure', path, '--json', ...selection]),
        ...NOTE_FORMS.map((form) =>
          runCli(['page', path, '--as', form, '--format', 'json', ...selection]),
        ),
      ]);
      expect(measured?.exitCode).toBe(0);
      const [measurement] = JSON.parse(String(measured?.stdout)).measurements;
      for (const [position, form] of NOTE_FORMS.entries()) {
        const { stdout, exitCode } = pages[position] as (typeof pages)[number];
        expect(exitCode).toBe(0);
        const page = JSON.parse(stdout.toString('utf8'));
        expect(measurement.weights[form]).toEqual({
          records: page.records.length,
          rows: page.records.filter((record: object) => 'chunks' in record).length,
          jsonBytes: stdout.length,
          gzipBytes: gzipSync(stdout).length,
          brotliBytes: brotliCompressSync(stdout).length,
        });
        const { records: __, ...watermarks } = page;
        expect(measurement.interval).toEqual(watermarks);
      }
    });
  },
);
