import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage. */
export type CollectGarbage = () => void;

/**
 * The engine's own `gc`, which only a flag gives. The flag is set here and not on a command line,
 * so that no program has to be started with it; it counts for contexts that are made from then on.
 */
export function exposeGc(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void; // what the flag adds
  // Freed buffers are counted off in the background: the second call waits for that of the first.
  return () => {
    gc();
    gc();
  };
}

/** Bytes that the heap holds, buffers outside of it included; garbage counts too. */
export function heapBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
