import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp } from '../src/create-http.ts';
import type { Egress } from '../src/egress/egress.ts';
import type { Effect, OutgoingCall } from '../src/http.ts';
import { NetworkError } from '../src/network-error.ts';
import { closedPort, listen, serve, serveRaw, until, useLoopback } from './loopback.ts';

useLoopback();

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const http of opened.splice(0)) await http.close();
});

function open(egress: Partial<Egress> = {}, options: Pick<Parameters<typeof createHttp>[0], 'startTimer'> = {}) {
  const allowed = { allowedHosts: ['127.0.0.1', 'network.test'], trustedOrigins: [], ...egress };
  const http = createHttp({ egress: allowed, ...options });
  opened.push(http);
  return http;
}

/** Deadlines that pass when the test says so. */
function deadlines() {
  const waiting = new Set<() => void>();
  const startTimer = (run: () => void) => {
    waiting.add(run);
    return () => void waiting.delete(run);
  };
  return { startTimer, pass: () => [...waiting].forEach((run) => void run()) };
}

const call = (url: string, more: Partial<OutgoingCall> = {}): OutgoingCall => ({
  method: 'POST',
  url,
  effect: 'public',
  body: { json: { text: 'hello' } },
  signal: new AbortController().signal,
  ...more,
});

async function factsOf(answer: Promise<unknown>) {
  const error = await answer.then(
    () => expect.fail('there was an answer'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof NetworkError)) throw error;
  const { code, outcome, message, retryAfterMs, networkCode } = error.facts;
  return { code, outcome, message, retryAfterMs, networkCode };
}

const notSent = (message: string, retryAfterMs: number | undefined = 1_000) => ({
  code: 'network_unavailable',
  outcome: 'not_sent',
  message,
  retryAfterMs,
  networkCode: undefined,
});

const unknown = (message: string, networkCode?: string) => ({
  code: 'network_unavailable',
  outcome: 'unknown',
  message,
  retryAfterMs: undefined,
  networkCode,
});

describe('nothing was sent when', () => {
  it('nothing listens', async () => {
    const port = await closedPort();
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`)))).toEqual(
      notSent(`127.0.0.1:${port} could not be reached. Nothing was sent.`),
    );
  });

  it('the name does not resolve', async () => {
    const resolve = () => Promise.reject(new Error('getaddrinfo ENOTFOUND'));
    expect(await factsOf(open({ resolve })(call('https://network.test/')))).toEqual(
      notSent('network.test could not be reached. Nothing was sent.'),
    );
  });

  it('the name has no address', async () => {
    const resolve = () => Promise.resolve([]);
    expect(await factsOf(open({ resolve })(call('https://network.test/')))).toMatchObject({ outcome: 'not_sent' });
  });

  it('the connection is reset during the TLS handshake', async () => {
    let hello = 0;
    const { port } = await serveRaw((socket) => {
      socket.once('data', (bytes) => {
        hello = bytes.length;
        socket.resetAndDestroy();
      });
    });
    expect(await factsOf(open()(call(`https://127.0.0.1:${port}/`)))).toEqual(
      notSent(`127.0.0.1:${port} could not be reached. Nothing was sent.`),
    );
    expect(hello).toBeGreaterThan(0);
  });

  it('the other side does not speak TLS', async () => {
    const { port } = await serve((_request, response) => response.end());
    expect(await factsOf(open()(call(`https://127.0.0.1:${port}/`)))).toMatchObject({ outcome: 'not_sent' });
  });

  it('the time is up before the connection is established', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    expect(await factsOf(open({ resolve })(call('https://network.test/', { timeoutMs: 20 })))).toEqual(
      notSent('network.test could not be reached. Nothing was sent.'),
    );
  });

  it('the caller stops it before it starts', async () => {
    let connections = 0;
    const { port } = await serveRaw(() => connections++);
    const signal = AbortSignal.abort(new Error('shutting down'));
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`, { signal })))).toEqual({
      ...notSent('The call was stopped before anything was sent.'),
      retryAfterMs: undefined,
    });
    expect(connections).toBe(0);
  });

  it.each(['public', 'hidden', 'read'] as const)(
    'the caller stops a %s call while it connects, even if the connection comes about later',
    async (effect) => {
      const received: Buffer[] = [];
      let ended = 0;
      const { port } = await serveRaw((socket) => {
        socket.on('data', (bytes) => received.push(bytes)).on('close', () => ended++);
      });
      let found: (addresses: string[]) => void = () => {};
      const resolve = () => new Promise<string[]>((done) => (found = done));
      const stop = new AbortController();
      const facts = factsOf(open({ resolve })(call(`http://network.test:${port}/`, { effect, signal: stop.signal })));
      stop.abort();
      expect(await facts).toMatchObject({ outcome: 'not_sent', retryAfterMs: undefined });
      found(['127.0.0.1']);
      await until(() => ended === 1);
      expect(Buffer.concat(received).toString()).toBe('');
    },
  );
});

describe('the outcome is unknown when', () => {
  it('the connection is reset after the request', async () => {
    const { port } = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`)))).toEqual(
      unknown(`The connection to 127.0.0.1:${port} broke before its answer was complete.`),
    );
  });

  it('the connection is reset after the request, although the other side read none of it', async () => {
    const server = createServer({ pauseOnConnect: true }, async (socket) => {
      for (let setControl = 0; setControl < 10; setControl++) await new Promise((next) => setImmediate(next));
      socket.resetAndDestroy();
    });
    const { port } = await listen(server);
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`)))).toMatchObject({ outcome: 'unknown' });
  });

  it('the connection is closed without an answer', async () => {
    const { port } = await serveRaw((socket) => socket.once('data', () => socket.end()));
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`)))).toMatchObject({ outcome: 'unknown' });
  });

  it('no answer begins in time', async () => {
    const { startTimer, pass } = deadlines();
    const { port } = await serveRaw((socket) => socket.once('data', pass));
    expect(await factsOf(open({}, { startTimer })(call(`http://127.0.0.1:${port}/`, { timeoutMs: 2_000 })))).toEqual(
      unknown(`127.0.0.1:${port} did not answer within 2 seconds.`),
    );
  });

  it('the answer stalls in its body', async () => {
    const { port } = await serveRaw((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 201 Created\r\ncontent-length: 10\r\n\r\n{"id"'));
    });
    const { startTimer, pass } = deadlines();
    // Announced just before the call gets them.
    const onHeaders = () => queueMicrotask(pass);
    subscribe('undici:request:headers', onHeaders);
    expect(await factsOf(open({}, { startTimer })(call(`http://127.0.0.1:${port}/`)))).toMatchObject({
      outcome: 'unknown',
      networkCode: '201',
    });
    unsubscribe('undici:request:headers', onHeaders);
  });

  it('the answer is cut off in its body', async () => {
    const { port } = await serveRaw((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 10\r\n\r\n{"id"'));
    });
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`)))).toEqual(
      unknown(`The connection to 127.0.0.1:${port} broke before its answer was complete.`, '201'),
    );
  });

  it('the answer is not HTTP', async () => {
    const { port } = await serveRaw((socket) =>
      socket.once('data', () => socket.end('{"access_token":"canary-token"}\r\n\r\n')),
    );
    const error: unknown = await open()(call(`http://127.0.0.1:${port}/`)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ facts: { outcome: 'unknown' } });
    const everything = inspect(error, { depth: 9, showHidden: true }) + inspect(Object(error).facts, { depth: 9 });
    expect(everything).not.toContain('canary-token');
  });

  it.each([
    ['declared', `content-length: ${1024 * 1024 + 1}\r\n\r\n`],
    ['counted', `transfer-encoding: chunked\r\n\r\n100001\r\n${'x'.repeat(0x100001)}\r\n0\r\n\r\n`],
  ])('the answer is larger than 1 MiB (%s)', async (_how, rest) => {
    const { port } = await serveRaw((socket) => socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\n${rest}`)));
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`)))).toEqual(
      unknown(`127.0.0.1:${port} answered with more than 1 MiB.`, '200'),
    );
  });

  it('the answer has more than 16 KiB of headers', async () => {
    const { port } = await serveRaw((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)),
    );
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`)))).toMatchObject({ outcome: 'unknown' });
  });

  it('the caller stops it after it was sent', async () => {
    const stop = new AbortController();
    const { port } = await serve(() => stop.abort(new Error('shutting down')));
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`, { signal: stop.signal })))).toEqual(
      unknown(`The call was stopped before 127.0.0.1:${port} had answered.`),
    );
  });

  it('the stream of its body breaks half-way', async () => {
    const { port } = await serve(() => {});
    const bytes = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('disk gone');
      })(),
    );
    const body = { bytes, contentType: 'video/mp4', contentLength: 8 };
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`, { body })))).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a call without an answer', () => {
  it.each<[Effect, number | undefined]>([
    ['read', 1_000],
    ['hidden', 1_000],
    ['public', undefined],
  ])('that was %s says whether it may be repeated', async (effect, retryAfterMs) => {
    let calls = 0;
    const { port } = await serveRaw((socket) => {
      calls++;
      socket.once('data', () => socket.destroy());
    });
    expect(await factsOf(open()(call(`http://127.0.0.1:${port}/`, { effect })))).toMatchObject({
      outcome: 'unknown',
      retryAfterMs,
    });
    expect(calls).toBe(1);
  });

  it('destroys the stream it was to send', async () => {
    const bytes = new Readable({ read() {} });
    const body = { bytes, contentType: 'video/mp4', contentLength: 8 };
    await factsOf(open()(call(`http://127.0.0.1:${await closedPort()}/`, { body })));
    expect(bytes.destroyed).toBe(true);
  });
});

describe('a connection of reads', () => {
  it('never carries a public call', async () => {
    let publicCalls = 0;
    const { port } = await serve((request, response) => {
      if (request.url === '/publish') publicCalls++;
      response.end('{}', () => {
        if (request.url === '/read') request.socket.resetAndDestroy(); // closed right after the answer, like an idle timeout
      });
    });
    const http = open();
    for (let i = 0; i < 20; i++) {
      await http(call(`http://127.0.0.1:${port}/read`, { effect: 'read' }));
      await http(call(`http://127.0.0.1:${port}/publish`));
    }
    expect(publicCalls).toBe(20);
  });
});
