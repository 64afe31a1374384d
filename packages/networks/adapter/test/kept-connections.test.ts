import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp } from '../src/create-http.ts';
import type { OutgoingCall } from '../src/http.ts';
import { MOST_CALLS, MOST_IDLE_MS } from '../src/kept-connections.ts';
import { serve, serveRaw, until } from './loopback.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const http of opened.splice(0)) await http.close();
});

/** A client of a configured network at this port, whose clock stands and whose timers run when the test says so. */
function open(port: number) {
  const timers = new Set<() => void>();
  let nowMs = 0;
  const http = createHttp({
    egress: { allowedHosts: [], trustedOrigins: [`http://127.0.0.1:${port}`] },
    startTimer(run) {
      timers.add(run);
      return () => void timers.delete(run);
    },
    monotonicMs: () => nowMs,
  });
  opened.push(http);
  const publish = (more: Partial<OutgoingCall> = {}) =>
    http({
      method: 'POST',
      url: `http://127.0.0.1:${port}/publish`,
      effect: 'public',
      body: { json: { text: 'hello' } },
      signal: new AbortController().signal,
      ...more,
    });
  return {
    publish,
    close: () => http.close(),
    runTimers: () => [...timers].forEach((run) => void run()),
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error) => error.facts.outcome,
  );

/** Answers each request with its number, on connections that stay open. */
async function network() {
  const sockets: Socket[] = [];
  const asked: unknown[] = [];
  let requests = 0;
  const server = await serve((request, response) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket);
    asked.push(request.headers.connection);
    const number = ++requests;
    request.resume().once('end', () => response.end(`{"number":${number}}`));
  });
  server.keepAliveTimeout = 60_000;
  return { server, port: server.port, sockets, asked, requests: () => requests };
}

const OK = 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}';

/** Below HTTP: answers the first request of each connection and gives the next ones to `onNext`. */
async function answersOnce(onNext: (socket: Socket, connection: number) => void) {
  let connections = 0;
  const { port } = await serveRaw((socket) => {
    const connection = ++connections;
    socket.once('data', () => {
      socket.write(OK);
      socket.on('data', () => onNext(socket, connection));
    });
  });
  return { port, connections: () => connections };
}

describe('a kept connection', () => {
  it('carries the public calls that follow each other', async () => {
    const { port, sockets, asked } = await network();
    const { publish } = open(port);
    const numbers: unknown[] = [];
    for (let i = 0; i < 3; i++) numbers.push((await publish()).json);
    expect(numbers).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    expect([sockets.length, asked]).toEqual([1, ['keep-alive', 'keep-alive', 'keep-alive']]);
  });

  it('carries one call at a time', async () => {
    const { port, sockets } = await network();
    const { publish } = open(port);
    await Promise.all([publish(), publish(), publish()]);
    expect(sockets.length).toBe(3);
    await Promise.all([publish(), publish(), publish()]);
    expect(sockets.length).toBe(3);
  });

  it('is not for a call whose outcome nobody can read back', async () => {
    const { port, sockets, asked } = await network();
    const { publish } = open(port);
    await publish();
    await publish({ onNewConnection: true });
    await publish();
    expect([sockets.length, asked]).toEqual([2, ['keep-alive', 'close', 'keep-alive']]);
  });

  it(`is made anew after ${MOST_CALLS} calls`, async () => {
    const { port, sockets, asked } = await network();
    const { publish } = open(port);
    for (let i = 0; i <= MOST_CALLS; i++) await publish();
    expect([sockets.length, asked.indexOf('close')]).toEqual([2, MOST_CALLS - 1]);
  });

  it('is not used once it was idle for longer than a second, also when timers are late', async () => {
    const { port, sockets } = await network();
    const { publish, pass } = open(port);
    await publish();
    pass(MOST_IDLE_MS);
    await publish();
    expect(sockets.length).toBe(1);
    pass(MOST_IDLE_MS + 1);
    await publish();
    expect(sockets.length).toBe(2);
  });

  it.each(['after a second of idle time', 'with the client'])('is closed %s', async (when) => {
    const { port, sockets } = await network();
    const { publish, runTimers, close } = open(port);
    await publish();
    if (when === 'with the client') await close();
    else runTimers();
    await until(() => sockets[0]?.destroyed === true);
  });

  it('ends with an answer that says so, and after a fault of the server', async () => {
    let requests = 0;
    const sockets = new Set<Socket>();
    const { port } = await serve((request, response) => {
      sockets.add(request.socket);
      const [status, headers] = [
        [201, { connection: 'close' }],
        [503, {}],
        [429, {}],
        [201, {}],
      ][requests++] as [number, Record<string, string>];
      response.writeHead(status, headers).end('{}');
    });
    const { publish } = open(port);
    const used: number[] = [];
    for (let i = 0; i < 4; i++) {
      await publish();
      used.push(sockets.size);
    }
    expect(used).toEqual([1, 2, 3, 3]);
  });
});

describe('when the server ends an idle connection', () => {
  it('the next call goes over a new one', async () => {
    const { port, sockets, requests } = await network();
    const { publish } = open(port);
    await publish();
    sockets[0]?.end();
    await until(() => sockets[0]?.destroyed === true);
    expect([await outcomeOf(publish()), sockets.length, requests()]).toEqual(['answered', 2, 2]);
  });

  it.each([
    ['closes', (socket: Socket | undefined) => socket?.destroy()],
    ['resets', (socket: Socket | undefined) => socket?.resetAndDestroy()],
  ])('and it %s just before the call is written, nothing was sent over it', async (_how, end) => {
    const { port, sockets, requests } = await network();
    const { publish } = open(port);
    const outcomes: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      await publish();
      end(sockets.at(-1));
      outcomes.push(await outcomeOf(publish()));
      end(sockets.at(-1));
    }
    expect([new Set(outcomes), requests()]).toEqual([new Set(['answered']), 10]);
  });

  it('and nothing listens there any more, nothing was sent', async () => {
    const { server, port, sockets } = await network();
    const { publish } = open(port);
    await publish();
    server.close();
    sockets[0]?.resetAndDestroy();
    expect(await outcomeOf(publish())).toBe('not_sent');
  });

  it('after bytes that nobody asked for, they are no answer to the next call', async () => {
    const { port, sockets } = await network();
    const { publish } = open(port);
    await publish();
    sockets[0]?.write('HTTP/1.1 201 Created\r\ncontent-length: 11\r\n\r\n{"stray":1}');
    expect((await publish()).json).toEqual({ number: 2 });
    expect(sockets.length).toBe(2);
  });
});

describe('the outcome is unknown, and nothing is sent again, when a kept connection', () => {
  it.each([
    ['is closed', (socket: Socket) => socket.destroy()],
    ['is reset', (socket: Socket) => socket.resetAndDestroy()],
    ['is closed for writing', (socket: Socket) => socket.end()],
    ['is cut within the answer', (socket: Socket) => socket.end(OK.slice(0, -1))],
  ])('%s while the call is under way', async (_how, end) => {
    const { port, connections } = await answersOnce(end);
    const { publish } = open(port);
    await publish();
    expect([await outcomeOf(publish()), connections()]).toEqual(['unknown', 1]);
  });

  it('is reset before the other side has read all of the call', async () => {
    const { port, connections } = await answersOnce((socket) => socket.resetAndDestroy());
    const { publish } = open(port);
    await publish();
    const bytes = new Uint8Array(8 * 1024 * 1024);
    const body = { bytes, contentType: 'video/mp4', contentLength: bytes.length };
    expect([await outcomeOf(publish({ body })), connections()]).toEqual(['unknown', 1]);
  });

  it('breaks; the other idle ones to that server are not used after that', async () => {
    const { port, connections } = await answersOnce((socket, connection) => {
      if (connection === 3) socket.resetAndDestroy();
      else socket.write(OK);
    });
    const { publish } = open(port);
    await Promise.all([publish(), publish(), publish()]);
    expect([await outcomeOf(publish()), await outcomeOf(publish()), connections()]).toEqual(['unknown', 'answered', 4]);
  });
});

it('a call that may not start any more is not written to a kept connection', async () => {
  const { port, requests } = await network();
  const { publish } = open(port);
  await publish();
  expect([await outcomeOf(publish({ mayStart: () => false })), requests()]).toEqual(['not_sent', 1]);
  expect([await outcomeOf(publish()), requests()]).toEqual(['answered', 2]);
});
