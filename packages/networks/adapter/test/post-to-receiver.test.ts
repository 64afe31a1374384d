import { createServer as createTlsServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import type { Egress } from '../src/egress/egress.ts';
import { createReceiverClient } from '../src/post-to-receiver.ts';
import { closedPort, listen, serve, useLoopback } from './loopback.ts';
import { selfSigned } from './self-signed.ts';

useLoopback();

const NEVER = new AbortController().signal;

function poster(egress: Partial<Egress> = {}, timeoutMs = 60_000) {
  const post = createReceiverClient({
    egress: { allowedHosts: ['127.0.0.1'], trustedOrigins: [], ...egress },
    timeoutMs,
  });
  return (url: string, signal = NEVER) => post({ url, headers: { 'x-a': 'b' }, body: Buffer.from('{"é":1}'), signal });
}

it('sends the bytes and headers that were given, on a connection of its own', async () => {
  const seen: unknown[] = [];
  const ports = new Set<number | undefined>();
  const { port } = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    ports.add(request.socket.remotePort);
    seen.push([
      request.method,
      request.url,
      request.headers['x-a'],
      request.headers['content-length'],
      Buffer.concat(chunks).toString(),
    ]);
    response
      .writeHead(201, [
        ['X-Thing', 'a'],
        ['X-Thing', 'b'],
      ])
      .end('made');
  });
  const post = poster();
  for (let n = 0; n < 3; n++)
    expect(await post(`http://127.0.0.1:${port}/hook?a=1`)).toMatchObject({
      ok: true,
      status: 201,
      text: 'made',
      headers: { 'x-thing': 'a, b' },
    });
  expect(seen).toEqual(Array.from({ length: 3 }, () => ['POST', '/hook?a=1', 'b', '8', '{"é":1}']));
  expect(ports.size).toBe(3);
});

it('of a longer answer the first KiB is returned, without half a character', async () => {
  const { port } = await serve(
    (_request, response) => void response.end(`${'a'.repeat(1_023)}é${'b'.repeat(100_000)}`),
  );
  expect(await poster()(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, status: 200, text: 'a'.repeat(1_023) });
});

it('an answer of exactly one KiB is awaited to its end', async () => {
  const { port } = await serve((_request, response) => void response.writeHead(200).write('a'.repeat(1_024)));
  expect(await poster({}, 300)(`http://127.0.0.1:${port}/`)).toEqual({ ok: false, problem: 'timeout', status: 200 });
});

describe('without an answer', () => {
  it.each<[string, Partial<Egress>, () => Promise<string>, string]>([
    ['plain http to a public host', {}, async () => 'http://receiver.example.com/', 'not_allowed'],
    ['a private address', { allowedHosts: [] }, async () => 'https://10.0.0.1/', 'not_allowed'],
    [
      'a name with a private address',
      { resolve: async () => ['93.184.215.14', '10.0.0.1'] },
      async () => 'https://a.example.com/',
      'no_address',
    ],
    ['a name without an address', { resolve: async () => [] }, async () => 'https://a.example.com/', 'no_address'],
    ['a closed port', {}, async () => `http://127.0.0.1:${await closedPort()}/`, 'broken'],
  ])('%s', async (_, egress, url, problem) => {
    expect(await poster(egress)(await url())).toEqual({ ok: false, problem, status: null });
  });

  it('a certificate for another name', async () => {
    const { port } = await listen(
      createTlsServer(selfSigned('a.example.com'), (_request, response) => void response.end()),
    );
    expect(await poster()(`https://127.0.0.1:${port}/`)).toEqual({ ok: false, problem: 'certificate', status: null });
  });

  it('the caller stops', async () => {
    const stop = new AbortController();
    const { port } = await serve(() => stop.abort());
    expect(await poster()(`http://127.0.0.1:${port}/`, stop.signal)).toEqual({
      ok: false,
      problem: 'stopped',
      status: null,
    });
  });
});
