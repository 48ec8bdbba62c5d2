import {
  PageWriter,
  REPRESENTATIONS,
  type RepresentationName,
  responseFraming,
  type Selection,
  WHOLE_LOG,
} from '../src/codec/index.ts';
import { decodedSize, PageAhead } from '../src/commands/page-ahead.ts';
import { openLog } from '../src/log/log.ts';
import { openFile } from '../src/log/source.ts';
import { type PagePlace, readInterval, type SurveyOptions, survey } from '../src/log/survey.ts';

export interface PageRequest extends SurveyOptions {
  readonly as: RepresentationName;
  readonly selection?: Selection;
  /** Takes the response, piece by piece. */
  readonly onBytes: (bytes: Buffer) => void;
}

/** A page of a log as the bytes of a response, as `histpack page` makes them. */
export async function writePage(file: string, request: PageRequest): Promise<void> {
  const { as, selection = WHOLE_LOG, onBytes, ...options } = request;
  const source = await openFile(file);
  try {
    const log = await openLog(source);
    const representation = REPRESENTATIONS[as];
    // As `page` does it: all of a log is read once, where that can be.
    const ahead =
      selection === WHOLE_LOG && !representation.needsSteps
        ? new PageAhead((interval) => {
            const page = { completedSteps: new Set<string>() };
            return new PageWriter(representation, page, responseFraming(interval));
          }, decodedSize(log))
        : undefined;
    const found = await survey(log, selection, {
      ...options,
      onSpans: ahead?.write,
      onProgress: ahead?.progress,
    });
    const pieces = found.isSeen ? ahead?.finish(found.endSeq) : undefined;
    for (const piece of pieces ?? []) onBytes(Buffer.from(piece));
    if (pieces !== undefined) return;
    const writer = new PageWriter(representation, found, responseFraming(found.interval));
    await write(log, found, writer, onBytes);
  } finally {
    await source.close();
  }
}

/** The whole log without the survey, for a length that is known: one reading in place of two. */
export async function convert(
  file: string,
  as: RepresentationName,
  toSeq: number,
  onBytes: (bytes: Buffer) => void,
): Promise<void> {
  const source = await openFile(file);
  try {
    const log = await openLog(source);
    const interval = { fromSeq: 0, toSeq };
    const page = { completedSteps: new Set<string>() }; // only projections ask for it
    const writer = new PageWriter(REPRESENTATIONS[as], page, responseFraming(interval));
    await write(log, { interval }, writer, onBytes);
  } finally {
    await source.close();
  }
}

async function write(
  log: Parameters<typeof readInterval>[0],
  place: PagePlace,
  writer: PageWriter,
  onBytes: (bytes: Buffer) => void,
): Promise<void> {
  await readInterval(log, place, (spans) => {
    for (const span of spans) {
      for (const piece of writer.write(span)) onBytes(Buffer.from(piece));
    }
    return undefined;
  });
  onBytes(Buffer.from(writer.finish()));
}

/** The response in one piece. */
export async function pageBytes(
  file: string,
  request: Omit<PageRequest, 'onBytes'>,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await writePage(file, { ...request, onBytes: (bytes) => pieces.push(bytes) });
  return Buffer.concat(pieces);
}

/** The number of events in a log, at the cost of its last line. */
export async function endSeqOf(file: string): Promise<number> {
  const source = await openFile(file);
  try {
    const { endSeq } = await survey(await openLog(source), {
      kind: 'interval',
      fromSeq: 0,
      toSeq: 1,
    });
    return endSeq;
  } finally {
    await source.close();
  }
}
