import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Request } from './send-request.ts';

export type Flooding = {
  readonly url: string;
  readonly clients: number;
  readonly request: Request;
  /** The time from one request of a client to the next; default: until it has its answer. */
  readonly everyMs?: number;
};

/**
 * Clients that send the same request again and again until the returned function is called. They
 * run in a thread with its own event loop, so that the answers which they get do not delay those
 * that are measured.
 */
export function startFlood(flooding: Flooding): () => Promise<void> {
  const worker = new Worker(new URL('./flood-thread.ts', import.meta.url), { workerData: flooding });
  const ended = once(worker, 'exit');
  return async () => {
    worker.postMessage('end');
    await ended;
  };
}
