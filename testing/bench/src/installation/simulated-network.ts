import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Arrivals } from './arrivals.ts';

/** The time that the network takes for a call, at random between both. */
export type NetworkDelay = { readonly fromMs: number; readonly toMs: number };

export type SimulatedNetwork = {
  readonly url: string;
  delay(delay: NetworkDelay): void;
  /** Calls answered since the last `take`. It does not disturb the network. */
  count(): number;
  /** Calls answered since the last `take`. */
  take(): Promise<Arrivals>;
  stop(): Promise<void>;
};

/** In a thread with its own event loop. */
export async function startNetwork(): Promise<SimulatedNetwork> {
  const counter = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL('./network-thread.ts', import.meta.url), { workerData: { counter } });
  const [port] = (await once(worker, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    delay: (delay) => worker.postMessage(delay),
    count: () => Atomics.load(counter, 0),
    async take() {
      worker.postMessage('take');
      const [arrivals] = (await once(worker, 'message')) as [Arrivals];
      return arrivals;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
