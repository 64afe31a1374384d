import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import type { Arrival, NetworkDelay } from './simulated-network.ts';

/** A network that creates every post, as X answers `POST /2/tweets` and, in a header, LinkedIn `POST /rest/posts`. */
let delay: NetworkDelay = { fromMs: 0, toMs: 0 };
let arrivals: Arrival[] = [];
let posts = 0;

const server = createServer((request, response) => {
  const at = Date.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const id = String(++posts);
    const due = /due (\d+)/.exec(body)?.[1];
    const answer = (): void => {
      const headers = { 'Content-Type': 'application/json', 'x-restli-id': `urn:li:share:${id}` };
      response.writeHead(201, headers).end(JSON.stringify({ data: { id, text: '' } }));
      arrivals.push({ at, lateMs: due === undefined ? 0 : at - Number(due), answeredAt: Date.now() });
    };
    const waitMs = delay.fromMs + Math.random() * (delay.toMs - delay.fromMs);
    if (waitMs === 0) answer();
    else setTimeout(answer, waitMs);
  });
});

parentPort!.on('message', (message: NetworkDelay | 'take' | 'count') => {
  if (message === 'count') parentPort!.postMessage(arrivals.length);
  else if (message === 'take') {
    parentPort!.postMessage(arrivals);
    arrivals = [];
  } else delay = message;
});
server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
  parentPort!.postMessage((server.address() as AddressInfo).port),
);
