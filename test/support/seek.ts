import { expect } from 'vitest';
import type { CompletedSteps, Selection } from '../../src/codec/page.ts';
import { PageWriter } from '../../src/codec/page-writer.ts';
import { REPRESENTATIONS, type RepresentationName } from '../../src/codec/representations.ts';
import { responseFraming } from '../../src/codec/response.ts';
import type { Interval, Seq } from '../../src/codec/types.ts';
import { HistpackError } from '../../src/errors.ts';
import { type Log, type OpenOptions, openLog } from '../../src/log/log.ts';
import { rawSections } from '../../src/log/seek/raw-sections.ts';
import { cached, type Sections, SeekRefused } from '../../src/log/seek/sections.ts';
import { seekInSections, seekPage } from '../../src/log/seek/seek.ts';
import { memorySource } from '../../src/log/source.ts';
import { type PagePlace, readInterval, survey } from '../../src/log/survey.ts';

/** A page, found and written out, so that two ways to find it can be compared. */
export interface FoundPage {
  readonly interval: Interval;
  readonly endSeq: Seq;
  /** The response in every representation. */
  readonly pages: Readonly<Record<string, string>>;
}

export const openBytes = (bytes: Uint8Array, options?: OpenOptions): Promise<Log> =>
  openLog(memorySource(bytes, 'f'), options);

/** A page as a response in one representation. */
export async function responseOf(
  log: Log,
  place: PagePlace & { readonly completedSteps: CompletedSteps },
  name: RepresentationName,
): Promise<string> {
  const writer = new PageWriter(REPRESENTATIONS[name], place, responseFraming(place.interval));
  const pieces: string[] = [];
  await readInterval(log, place, (spans) => {
    for (const span of spans) pieces.push(...writer.write(span));
    return undefined;
  });
  return [...pieces, writer.finish()].join('');
}

async function written(
  log: Log,
  found: PagePlace & { readonly completedSteps: CompletedSteps; readonly endSeq: Seq },
): Promise<FoundPage> {
  const pages: Record<string, string> = {};
  for (const name of Object.keys(REPRESENTATIONS) as RepresentationName[]) {
    pages[name] = await responseOf(log, found, name);
  }
  return { interval: found.interval, endSeq: found.endSeq, pages };
}

/** The page by a scan of the whole log, or the code of the error that the scan ends in. */
export async function scanned(log: Log, selection: Selection): Promise<FoundPage | string> {
  try {
    return await written(log, await survey(log, selection, { seek: false }));
  } catch (error) {
    if (error instanceof HistpackError) return error.code;
    throw error;
  }
}

/** The page by seeking in sections of any size, or that this was refused. */
export async function sought(
  log: Log,
  selection: Selection,
  sections?: Sections,
): Promise<FoundPage | 'refused'> {
  try {
    const found =
      sections === undefined
        ? await seekPage(log, selection)
        : await seekInSections(log, cached(sections), selection);
    return await written(log, found);
  } catch (error) {
    if (error instanceof SeekRefused) return 'refused';
    throw error;
  }
}

/** A raw log in sections of a few bytes, so that a small log has many. */
export const smallSections = ({ source, headerBytes, limits }: Log, sectionBytes: number) =>
  rawSections(source, headerBytes, { ...limits, sectionBytes });

/** Checks that seeking finds exactly what a scan finds, and refuses where that finds an error. */
export async function expectSame(
  log: Log,
  selection: Selection,
  sections?: Sections,
): Promise<void> {
  const expected = await scanned(log, selection);
  const found = await sought(log, selection, sections);
  expect([selection, found]).toEqual([
    selection,
    typeof expected === 'string' ? 'refused' : expected,
  ]);
}
