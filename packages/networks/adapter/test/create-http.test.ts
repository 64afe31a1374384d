import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { type CallLine, createHttp } from '../src/create-http.ts';
import type { Egress } from '../src/egress/egress.ts';
import type { Effect, OutgoingBody, OutgoingCall } from '../src/http.ts';
import { serve, until, useLoopback } from './loopback.ts';

useLoopback();

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const http of opened.splice(0)) await http.close();
});

function open(egress: Partial<Egress> = {}, onCall?: (line: CallLine) => void) {
  const http = createHttp({
    egress: { allowedHosts: ['127.0.0.1'], trustedOrigins: [], ...egress },
    ...(onCall && { onCall }),
  });
  opened.push(http);
  return http;
}

const call = (port: number, more: Partial<OutgoingCall> = {}): OutgoingCall => ({
  method: 'GET',
  url: `http://127.0.0.1:${port}/`,
  effect: 'read',
  signal: new AbortController().signal,
  ...more,
});

/** Answers with the request it received. */
const echo = () =>
  serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('latin1'),
      }),
    );
  });

describe('an answer', () => {
  it('of any status is returned whole, with lower-case headers and repeated ones joined', async () => {
    const { port } = await serve((_request, response) => {
      response.writeHead(418, [
        ['X-Thing', 'a'],
        ['X-Thing', 'b'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['Date', 'now'],
        ['Content-Type', 'application/json'],
      ]);
      response.end('{"é":1}');
    });
    expect(await open()(call(port))).toEqual({
      status: 418,
      headers: {
        'x-thing': 'a, b',
        'set-cookie': 'a=1, b=2',
        date: 'now',
        'content-type': 'application/json',
        connection: 'keep-alive',
        'keep-alive': 'timeout=5',
        'transfer-encoding': 'chunked',
      },
      text: '{"é":1}',
      json: { é: 1 },
    });
  });

  it('without a body has empty text and no JSON', async () => {
    const { port } = await serve((_request, response) => response.writeHead(204).end());
    expect(await open()(call(port))).toMatchObject({ status: 204, text: '', json: undefined });
  });

  it('that redirects is returned, not followed', async () => {
    let calls = 0;
    const { port } = await serve((_request, response) => {
      calls++;
      response.writeHead(307, { location: '/again' }).end();
    });
    const answer = await open()(call(port, { method: 'POST', effect: 'public', body: { json: {} } }));
    expect([answer.status, answer.headers.location, calls]).toEqual([307, '/again', 1]);
  });

  it('that arrives before the whole upload was read is returned', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(413, { connection: 'close' }).end('too big'),
    );
    const bytes = Readable.from(
      (function* () {
        for (let i = 0; i < 64; i++) yield Buffer.alloc(64 * 1024);
      })(),
    );
    const body = { bytes, contentType: 'video/mp4', contentLength: 64 * 64 * 1024 };
    const answer = await open()(call(port, { method: 'POST', effect: 'hidden', body }));
    expect([answer.status, answer.text]).toEqual([413, 'too big']);
    await until(() => bytes.destroyed);
  });
});

describe('a request', () => {
  const sent = async (more: Partial<OutgoingCall>) => {
    const { port } = await echo();
    const { json } = await open()(call(port, more));
    return json as { method: string; url: string; headers: Record<string, string>; body: string };
  };

  it('sends its query in addition to the one in the URL, leaves undefined out, and requests an uncompressed answer', async () => {
    const { port } = await echo();
    const query = { 'a b': 'c&d', gone: undefined, e: 'é' };
    const { json } = await open()(
      call(port, { url: `http://127.0.0.1:${port}/x?keep=1`, query, headers: { Authorization: 'Bearer t' } }),
    );
    expect(json).toEqual({
      method: 'GET',
      url: '/x?keep=1&a+b=c%26d&e=%C3%A9',
      headers: {
        host: `127.0.0.1:${port}`,
        connection: 'keep-alive',
        'user-agent': 'Fanfare',
        'accept-encoding': 'identity',
        authorization: 'Bearer t',
      },
      body: '',
    });
  });

  const bodies: [string, OutgoingBody, string, string][] = [
    [
      'a form',
      { form: { a: '1 2', b: undefined, c: '&=é' } },
      'application/x-www-form-urlencoded',
      'a=1+2&c=%26%3D%C3%A9',
    ],
    ['JSON', { json: { a: ['é'] } }, 'application/json', '{"a":["\xc3\xa9"]}'],
    [
      'bytes',
      { bytes: new Uint8Array([1, 2, 3]).subarray(1), contentType: 'image/png', contentLength: 2 },
      'image/png',
      '\x02\x03',
    ],
    [
      'a stream',
      { bytes: Readable.from([Buffer.from('ab'), Buffer.from('c')]), contentType: 'video/mp4', contentLength: 3 },
      'video/mp4',
      'abc',
    ],
  ];
  it.each(bodies)('sends %s with its type and length', async (_name, body, contentType, text) => {
    const { headers, body: received } = await sent({ method: 'POST', effect: 'hidden', body });
    expect({
      type: headers['content-type'],
      length: headers['content-length'],
      chunked: headers['transfer-encoding'],
      received,
    }).toEqual({
      type: contentType,
      length: String(text.length),
      chunked: undefined,
      received: text,
    });
  });

  it('sends multipart with escaped names and a boundary that occurs in no part', async () => {
    const multipart = [
      { name: 'media_id', value: '12' },
      {
        name: 'me"dia\r\n',
        filename: 'a"b\r\nx: y.png',
        contentType: 'image/png',
        bytes: Buffer.from('----fanfare-boundary-0'),
      },
    ];
    const { headers, body } = await sent({ method: 'POST', effect: 'hidden', body: { multipart } });
    expect(headers['content-type']).toBe('multipart/form-data; boundary=----fanfare-boundary-1');
    expect(headers['content-length']).toBe(String(body.length));
    expect(body).toBe(
      [
        '------fanfare-boundary-1',
        'content-disposition: form-data; name="media_id"',
        '',
        '12',
        '------fanfare-boundary-1',
        'content-disposition: form-data; name="me%22dia%0D%0A"; filename="a%22b%0D%0Ax: y.png"',
        'content-type: image/png',
        '',
        '----fanfare-boundary-0',
        '------fanfare-boundary-1--',
        '',
      ].join('\r\n'),
    );
  });

  it('whose length is not as declared is a programming error, and nothing is sent', async () => {
    let calls = 0;
    const { port } = await serve((_request, response) => response.end(String(++calls)));
    const body = { bytes: new Uint8Array(3), contentType: 'image/png', contentLength: 4 };
    await expect(open()(call(port, { method: 'POST', body }))).rejects.toThrow(RangeError);
    expect(calls).toBe(0);
  });
});

describe('connections', () => {
  const connectionsOf = async (effect: Effect) => {
    const used: unknown[] = [];
    const asked: unknown[] = [];
    const { port } = await serve((request, response) => {
      if (!used.includes(request.socket)) used.push(request.socket);
      asked.push(request.headers.connection);
      response.end('{}');
    });
    const http = open();
    for (let i = 0; i < 3; i++) {
      await http(call(port, { effect }));
      await new Promise((next) => setImmediate(next)); // undici takes a turn of the event loop before it offers a connection again
    }
    return { connections: used.length, asked };
  };

  it.each(['read', 'hidden'] as const)('of %s calls stay warm', async (effect) => {
    expect(await connectionsOf(effect)).toEqual({ connections: 1, asked: ['keep-alive', 'keep-alive', 'keep-alive'] });
  });

  it('of public calls are used once', async () => {
    expect(await connectionsOf('public')).toEqual({ connections: 3, asked: ['close', 'close', 'close'] });
  });

  it('are closed by close(), after the calls in flight', async () => {
    let answer: (() => void) | undefined;
    const { port } = await serve((_request, response) => {
      answer = () => response.end('done');
    });
    const http = open();
    const running = http(call(port, { effect: 'public' }));
    let closed = false;
    const closing = http.close().then(() => {
      closed = true;
    });
    await until(() => answer !== undefined);
    expect(closed).toBe(false);
    answer?.();
    expect((await running).text).toBe('done');
    await closing;
    for (const effect of ['read', 'public'] as const) {
      await expect(http(call(port, { effect }))).rejects.toMatchObject({
        code: 'network_unavailable',
        outcome: 'not_sent',
      });
    }
  });
});

describe('the line for the log', () => {
  it('names method, address without query, status and outcome, and nothing else', async () => {
    const lines: CallLine[] = [];
    const { port } = await serve((_request, response) => response.writeHead(401).end('{"access_token":"canary"}'));
    const origin = `http://127.0.0.1:${port}`;
    const http = open({ allowedHosts: [], trustedOrigins: [origin] }, (line) => lines.push(line));
    await http(
      call(port, {
        method: 'POST',
        url: `${origin}/2/tweets?code=canary`,
        query: { access_token: 'canary' },
        headers: { authorization: 'Bearer canary' },
        body: { form: { client_secret: 'canary' } },
        effect: 'public',
      }),
    );
    expect(lines).toEqual([
      {
        method: 'POST',
        url: `${origin}/2/tweets`,
        effect: 'public',
        status: 401,
        outcome: 'answered',
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('hides the path of an address that a network returned, since that path is a credential', async () => {
    const lines: CallLine[] = [];
    const { port } = await serve((_request, response) => response.end());
    await open({}, (line) => lines.push(line))(call(port, { url: `http://127.0.0.1:${port}/upload/canary` }));
    expect(lines.map(({ url }) => url)).toEqual([`http://127.0.0.1:${port}`]);
  });

  it('that cannot be written does not lose the answer', async () => {
    const { port } = await serve((_request, response) => response.end('{"id":"1"}'));
    const http = open({}, () => {
      throw new Error('log is full');
    });
    expect((await http(call(port, { effect: 'public' }))).json).toEqual({ id: '1' });
  });
});
