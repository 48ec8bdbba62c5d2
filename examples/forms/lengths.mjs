/** A form for `histpack measure --form-module`: of each run only where it starts and how long its fragments are. */
export default {
  name: 'lengths',
  open: () => (span, sink) => {
    if (span.fragments === undefined) sink.event(span.text);
    else {
      const lengths = span.fragments.map((fragment) => fragment.length);
      sink.record('lengths', JSON.stringify([span.seq0, lengths]), true);
    }
  },
};
