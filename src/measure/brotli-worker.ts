import { parentPort, workerData } from 'node:worker_threads';
import { loadBrotliWasm, WasmBrotliMeter } from './brotli-wasm.ts';

/**
 * The far side of `WorkerBrotliMeter`: the wasm engine in a thread of its own, since it would stop
 * the event loop for as long as it compresses. Bytes come in, an acknowledgement for each goes
 * out; an empty message ends the stream and is answered with the size.
 */
const meter = new WasmBrotliMeter(loadBrotliWasm(), Number(workerData));
parentPort?.on('message', async (bytes: Uint8Array) => {
  if (bytes.length > 0) {
    await meter.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    parentPort?.postMessage(undefined);
    return;
  }
  parentPort?.postMessage(await meter.finish());
  parentPort?.close();
});
