import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** An event that arrived: how long after its `timestamp`, the moment of the settle by the clock of this machine. */
export type Arrival = { readonly endpoint: number; readonly at: number; readonly ms: number };

/** Receivers of webhooks, in a thread with its own event loop. They answer 204 at once. */
export type Receivers = {
  urlOf(endpoint: number): string;
  /** From now on the first endpoint answers after `hangMs`; null: at once, also what it holds back. */
  hang(hangMs: number | null): void;
  /** What arrived since the last call. */
  take(): Promise<readonly Arrival[]>;
  stop(): Promise<void>;
};

export async function startReceivers(): Promise<Receivers> {
  const worker = new Worker(new URL('./receiver-thread.ts', import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  return {
    urlOf: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    hang: (hangMs) => worker.postMessage({ hangMs }),
    async take() {
      worker.postMessage('take');
      const [arrivals] = (await once(worker, 'message')) as [readonly Arrival[]];
      return arrivals;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
