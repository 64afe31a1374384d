import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Receivers of webhooks on their own ports, in their own thread. The first answers at once. */
export type WebhookReceivers = {
  readonly urls: readonly string[];
  /** Whether the others answer after 14 s or at once. What they hold is answered then. */
  slow(isSlow: boolean): void;
  /** Milliseconds from each event to its arrival at the first one, since the last call. */
  take(): Promise<readonly number[]>;
  stop(): Promise<void>;
};

export async function startWebhookReceivers(count: number): Promise<WebhookReceivers> {
  const worker = new Worker(new URL('./webhook-receivers-thread.ts', import.meta.url), { workerData: { count } });
  const [ports] = (await once(worker, 'message')) as [readonly number[]];
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}/`),
    slow: (isSlow) => worker.postMessage({ isSlow }),
    async take() {
      worker.postMessage('take');
      const [arrivals] = (await once(worker, 'message')) as [readonly number[]];
      return arrivals;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
