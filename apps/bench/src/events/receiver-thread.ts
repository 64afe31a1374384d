import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import type { Arrival } from './receivers.ts';

let hangMs: number | null = null;
let arrivals: Arrival[] = [];
const held = new Set<ServerResponse>();

const server = createServer(async (request, response) => {
  const endpoint = Number(request.url!.slice(1));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const at = Date.now();
  const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
  arrivals.push({ endpoint, at, ms: at - Date.parse(timestamp) });
  held.add(response);
  if (endpoint > 0 || hangMs === null) answer(response);
  else setTimeout(answer, hangMs, response).unref();
});

function answer(response: ServerResponse): void {
  if (held.delete(response)) response.writeHead(204).end();
}

parentPort!.on('message', (message: { readonly hangMs: number | null } | 'take') => {
  if (message === 'take') {
    parentPort!.postMessage(arrivals);
    arrivals = [];
    return;
  }
  hangMs = message.hangMs;
  if (hangMs === null) for (const response of held) answer(response);
});
server.listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as AddressInfo).port));
