import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type MediaHost = { readonly url: string; stop(): Promise<void> };

/** A web server with a large video, in a thread with its own event loop. */
export async function startMediaHost(bytes: number): Promise<MediaHost> {
  const worker = new Worker(new URL('./media-host-thread.ts', import.meta.url), { workerData: { bytes } });
  const [port] = (await once(worker, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await worker.terminate();
    },
  };
}
