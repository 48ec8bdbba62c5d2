import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Meter } from './meter.ts';

/** Writes on their way to the worker at a time: enough that it never waits, few enough for memory. */
const MAX_IN_FLIGHT = 16;
const END = new Uint8Array(0);

/** Counts Brotli bytes with the wasm engine in a worker thread, with backpressure. */
export class WorkerBrotliMeter implements Meter {
  readonly #worker: Worker;
  #inFlight = 0;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', () => {
      this.#inFlight -= 1;
    });
    worker.on('error', () => {}); // `once` below rejects with it
  }

  static async open(quality: number): Promise<WorkerBrotliMeter> {
    const worker = new Worker(new URL('./brotli-worker.js', import.meta.url), {
      workerData: quality,
    });
    await once(worker, 'online');
    return new WorkerBrotliMeter(worker);
  }

  async write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return; // would end the stream
    this.#inFlight += 1;
    this.#worker.postMessage(bytes);
    while (this.#inFlight > MAX_IN_FLIGHT) await once(this.#worker, 'message');
  }

  async finish(): Promise<number> {
    while (this.#inFlight > 0) await once(this.#worker, 'message');
    const answered = once(this.#worker, 'message');
    this.#worker.postMessage(END);
    const [size] = await answered;
    return Number(size);
  }

  abort(): void {
    void this.#worker.terminate();
  }
}

/** Whether a worker can be started: not where tests run the TypeScript sources themselves. */
export const canUseWorker = import.meta.url.endsWith('.js');
