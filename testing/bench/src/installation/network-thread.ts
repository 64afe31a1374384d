import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { openArrivalLog } from './arrivals.ts';
import type { NetworkDelay } from './simulated-network.ts';

/**
 * A network that creates every post, as X answers `POST /2/tweets`. It does as little as an HTTP
 * server of Node can, because it shares the CPU with what it measures.
 */
const { counter } = workerData as { counter: Int32Array };
const log = openArrivalLog();
let delay: NetworkDelay = { fromMs: 0, toMs: 0 };
let posts = 0;

const DUE = Buffer.from('due ');
const NOTHING = Buffer.alloc(0);
const [ZERO, NINE] = [48, 57];

const server = createServer((request, response) => {
  response.sendDate = false;
  // Most bodies are one chunk, which is then read where it is.
  let body: Buffer = NOTHING;
  request.on('data', (chunk: Buffer) => {
    body = body === NOTHING ? chunk : Buffer.concat([body, chunk]);
  });
  request.on('end', () => {
    const at = Date.now();
    const due = dueOf(body);
    body = NOTHING;
    const lateMs = due === 0 ? 0 : at - due;
    const waitMs = delay.fromMs + Math.random() * (delay.toMs - delay.fromMs);
    if (waitMs === 0) answer(response, at, lateMs);
    else setTimeout(answer, waitMs, response, at, lateMs);
  });
});

function answer(response: ServerResponse, at: number, lateMs: number): void {
  const id = String(++posts);
  const text = `{"data":{"id":"${id}","text":""}}`;
  response.writeHead(201, ['Content-Type', 'application/json', 'Content-Length', String(text.length)]);
  response.end(text);
  log.add(at, lateMs, Date.now());
  Atomics.add(counter, 0, 1);
}

/** The number after the first `due ` with a digit behind it; 0 without one. */
function dueOf(body: Buffer): number {
  for (let from = body.indexOf(DUE); from !== -1; from = body.indexOf(DUE, from + 1)) {
    let due = 0;
    for (let n = from + DUE.length; body[n]! >= ZERO && body[n]! <= NINE; n++) due = due * 10 + body[n]! - ZERO;
    if (due > 0) return due;
  }
  return 0;
}

parentPort!.on('message', (message: NetworkDelay | 'take') => {
  if (message === 'take') {
    const taken = log.take();
    Atomics.store(counter, 0, 0);
    parentPort!.postMessage(taken, [taken.at.buffer, taken.lateMs.buffer, taken.answeredAt.buffer]);
  } else delay = message;
});
server.keepAliveTimeout = 60_000;
// Nothing here waits for a slow caller; these would set a timer for each request.
server.requestTimeout = 0;
server.headersTimeout = 0;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
  parentPort!.postMessage((server.address() as AddressInfo).port),
);
