/**
 * Works on items with a number of workers and hands the results on in the order of the items, each
 * as soon as those before it are done. At most `workers` items are being worked on.
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<Result>,
  take: (result: Result) => void,
): Promise<void> {
  const waiting = new Map<number, Result>();
  const queue = items.entries();
  let next = 0;
  let hasFailed = false;
  const run = async (): Promise<void> => {
    for (const [position, item] of queue) {
      if (hasFailed) return;
      try {
        waiting.set(position, await work(item));
      } catch (error) {
        hasFailed = true; // nothing new is begun
        throw error;
      }
      for (; waiting.has(next); next++) {
        const result = waiting.get(next) as Result; // has() said so
        waiting.delete(next);
        take(result);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, run));
}
