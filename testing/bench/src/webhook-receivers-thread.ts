import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const SLOW_MS = 14_000;

const { count } = workerData as { count: number };
let isSlow = false;
let arrivals: number[] = [];
const held = new Set<ServerResponse>();

function answer(response: ServerResponse): void {
  held.delete(response);
  response.writeHead(204).end();
}

async function open(isFirst: boolean): Promise<number> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (isFirst) arrivals.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp));
    if (isFirst || !isSlow) return answer(response);
    held.add(response);
    setTimeout(() => held.has(response) && answer(response), SLOW_MS).unref();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

parentPort!.on('message', (message: { readonly isSlow: boolean } | 'take') => {
  if (message === 'take') {
    parentPort!.postMessage(arrivals);
    arrivals = [];
    return;
  }
  isSlow = message.isSlow;
  if (!isSlow) for (const response of held) answer(response);
});
parentPort!.postMessage(await Promise.all(Array.from({ length: count }, (_, n) => open(n === 0))));
