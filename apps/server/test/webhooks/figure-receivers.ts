import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** A thread with the receivers of a measurement, so that they share no event loop with the server. Reports how long after its event each call arrived. */
const { count, hangMs } = workerData as { readonly count: number; readonly hangMs: number };
let hanging = false;
let waits: { readonly endpoint: number; readonly ms: number }[] = [];

const listen = (endpoint: number): Promise<number> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const at = Date.now();
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
    waits.push({ endpoint, ms: at - Date.parse(timestamp) });
    const answer = () => response.writeHead(204).end();
    if (endpoint === 0 && hanging) setTimeout(answer, hangMs).unref();
    else answer();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
};

const ports = await Promise.all(Array.from({ length: count }, (_, endpoint) => listen(endpoint)));
parentPort!.on('message', (message: { readonly hang: boolean } | 'read') => {
  if (message !== 'read') {
    hanging = message.hang;
    return;
  }
  parentPort!.postMessage(waits);
  waits = [];
});
parentPort!.postMessage(ports);
