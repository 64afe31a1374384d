import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionDropped } from '../connection-dropped.ts';
import { createControl } from '../control.ts';
import { createMock } from '../create-mock.ts';
import type { Mock, MockOptions } from '../mock.ts';

/** Where to serve a mock, and how to set it up. */
export type ServeOptions = Omit<MockOptions, 'baseUrl'> & {
  /** Port to listen on; default 0, a free port. */
  readonly port?: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
};

/** A mock behind an HTTP server. */
export type ServedMock = {
  /** The mock, to control it from this process. */
  readonly mock: Mock;
  /** Address of the server, without a trailing slash. */
  readonly url: string;
  /** Closes every connection and stops the server. */
  close(): Promise<void>;
};

/**
 * Serves a mock over HTTP, with control endpoints below `/__mock`. Its clock is `running` by default.
 *
 * @example
 * const served = await serveMock();
 * await fetch(`${served.url}/__mock/scenario`, { method: 'POST', body: '{"name":"quota-reached"}' });
 * await served.close();
 */
export async function serveMock({ port = 0, host = '127.0.0.1', ...options }: ServeOptions = {}): Promise<ServedMock> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  // A server that listens on a port has an address of this kind (Node, `server.address()`).
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  const mock = createMock({ clock: 'running', ...options, baseUrl: url });
  const control = createControl(mock);
  answer = (request, response) => {
    answerOne(mock, control, request, response).catch((error: unknown) => {
      if (!(error instanceof ConnectionDropped)) response.destroy(error instanceof Error ? error : undefined);
      else request.socket.destroy();
    });
  };
  return {
    mock,
    url,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function answerOne(
  mock: Mock,
  control: ReturnType<typeof createControl>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (answerOtherOrigin(incoming, outgoing)) return;
  const gone = new AbortController();
  // An abort costs as much as a tenth of an answer.
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const request = await toRequest(mock.baseUrl, incoming, gone.signal);
  const idempotencyKeys = (incoming.headersDistinct['idempotency-key'] ?? []).map((line) =>
    Buffer.from(line, 'latin1').toString(),
  );
  const response = (await control(request)) ?? (await mock.answer(request, { idempotencyKeys }));
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.writeHead(response.status);
  if (response.headers.get('content-type') !== 'text/event-stream')
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  else if (response.body) await writeStream(response.body, outgoing);
  else outgoing.end();
}

/** Ends when the stream does: when its reader left, the request was aborted. */
async function writeStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    outgoing.write(value);
  }
  outgoing.end();
}

/**
 * A front end under development has another origin; it may send and read everything here. Returns true when the request was a preflight, which is answered
 * here (WHATWG Fetch, CORS-preflight request, checked 2026-11; `*` does not cover `Authorization`, so names are repeated).
 */
function answerOtherOrigin({ method, headers }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (headers.origin === undefined) return false;
  outgoing.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Expose-Headers', '*');
  const asked = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || asked === undefined) return false;
  const names = headers['access-control-request-headers'];
  if (names !== undefined) outgoing.setHeader('Access-Control-Allow-Headers', names);
  outgoing.setHeader('Access-Control-Allow-Methods', asked).writeHead(204).end();
  return true;
}

async function toRequest(baseUrl: string, incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const method = incoming.method ?? 'GET';
  const sent = await readBody(incoming);
  const hasBody = method !== 'GET' && method !== 'HEAD' && sent.length > 0;
  const body = hasBody ? { body: sent } : {};
  return new Request(new URL(incoming.url ?? '/', baseUrl), { method, headers, signal, ...body });
}

/** The whole body. Listeners take half of the time of `for await`, which makes a promise for each step. */
const readBody = (incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject);
  });
