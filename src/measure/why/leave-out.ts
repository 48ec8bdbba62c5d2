import type { Representation } from '../../codec/representation.ts';
import { familyOf } from './family.ts';

/** A representation without the records of one family. The other records, and the frame, stay. */
export const withoutFamily = (representation: Representation, family: string): Representation => ({
  ...representation,
  open: (page) => {
    const write = representation.open(page);
    return (span, sink) =>
      write(span, {
        event: (text) => {
          if (familyOf(span, false) !== family) sink.event(text);
        },
        chunks: (text) => {
          if (familyOf(span, true) !== family) sink.chunks(text);
        },
        record: (key, text, isRow) => {
          if (familyOf(span, isRow) !== family) sink.record(key, text, isRow);
        },
      });
  },
});
