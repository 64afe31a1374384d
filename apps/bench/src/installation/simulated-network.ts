import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** How long the network takes for a call, at random between both. */
export type NetworkDelay = { readonly fromMs: number; readonly toMs: number };

export type Arrival = {
  readonly at: number;
  /** After the time that the text names with `due <ms>`; negative: early. */
  readonly lateMs: number;
  readonly answeredAt: number;
};

export type SimulatedNetwork = {
  readonly url: string;
  delay(delay: NetworkDelay): void;
  count(): Promise<number>;
  /** Posts since the last call. */
  take(): Promise<readonly Arrival[]>;
  stop(): Promise<void>;
};

/** In a thread with its own event loop. */
export async function startNetwork(): Promise<SimulatedNetwork> {
  const worker = new Worker(new URL('./network-thread.ts', import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  const ask = async <Answer>(what: 'count' | 'take'): Promise<Answer> => {
    worker.postMessage(what);
    const [answer] = (await once(worker, 'message')) as [Answer];
    return answer;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    delay: (delay) => worker.postMessage(delay),
    count: () => ask('count'),
    take: () => ask('take'),
    async stop() {
      await worker.terminate();
    },
  };
}
