import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@fanfare/contract';
import { ConnectionDropped } from '../connection-dropped.ts';
import { isControl } from '../control.ts';
import { createMock } from '../create-mock.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Mock, MockOptions } from '../mock.ts';
import { refuseControl } from './refuse-control.ts';

/** The address and the settings of a served mock. */
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
 * Serves a mock over HTTP, with control endpoints below `/__mock`. Its clock is `running` by
 * default.
 *
 * @example
 * const served = await serveMock();
 * await fetch(`${served.url}/__mock/scenario`, { method: 'POST', body: '{"name":"quota-reached"}' });
 * await served.close();
 */
export async function serveMock({ port = 0, host = '127.0.0.1', ...options }: ServeOptions = {}): Promise<ServedMock> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  // The mock itself refuses headers that are larger than the service takes, with its own body.
  const server = createServer({ maxHeaderSize: 8 * LIMITS.requestHeaderBytes.value }, (request, response) =>
    answer(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  // A server that listens on a port has an address of this kind (Node, `server.address()`).
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  const mock = createMock({ clock: 'running', ...options, baseUrl: url });
  const { allowedHosts = [] } = options;
  const refusal = (request: IncomingMessage): string | null => refuseControl(request, { host, allowedHosts });
  answer = (request, response) => {
    answerOne({ mock, refusal }, request, response).catch((error: unknown) => {
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

type Served = { readonly mock: Mock; readonly refusal: (request: IncomingMessage) => string | null };

async function answerOne(
  { mock, refusal }: Served,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const isForControl = isControl(new URL(incoming.url ?? '/', mock.baseUrl));
  const refused = isForControl ? refusal(incoming) : null;
  if (refused !== null)
    return send(outgoing, {
      status: 403,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: refused }),
    });
  if (answerOtherOrigin(incoming, outgoing)) return;
  const gone = new AbortController();
  // An abort costs as much as a tenth of an answer.
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const request = await readRequest(mock.baseUrl, incoming, gone.signal);
  await send(outgoing, await (isForControl ? control(mock, request) : mock.answer(request)));
}

/** Loaded on demand: most mocks are controlled by calls. */
async function control(mock: Mock, request: HttpRequest): Promise<HttpAnswer> {
  const { answerControl } = await import('../answer-control.ts');
  return answerControl(mock, request);
}

async function send(outgoing: ServerResponse, { status, headers, body }: HttpAnswer): Promise<void> {
  if (body === null) outgoing.writeHead(status, headers).end();
  else if (typeof body === 'string' || body instanceof Uint8Array)
    // With its length, head and body leave in one write.
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  else await writeStream(body, outgoing.writeHead(status, headers));
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
 * A front end under development has another origin; it may send and read everything here. Returns
 * true when the request was a preflight, which is answered here (WHATWG Fetch, CORS-preflight
 * request, checked 2026-11; `*` does not cover `Authorization`, so names are repeated).
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

async function readRequest(baseUrl: string, incoming: IncomingMessage, signal: AbortSignal): Promise<HttpRequest> {
  const { method = 'GET', url = '/', headersDistinct, rawHeaders } = incoming;
  const sent = await readBody(incoming, mostBytesOf(method, url));
  const hasBody = method !== 'GET' && method !== 'HEAD' && sent.length > 0;
  return {
    method,
    url: new URL(url, baseUrl),
    headerLines: (name) => headersDistinct[name] ?? [],
    headerBytes: rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length),
    readBody: hasBody ? () => Promise.resolve(sent) : null,
    signal,
  };
}

function mostBytesOf(method: string, url: string): number {
  if (/^\/uploads\//i.test(url)) return LIMITS.mediaFileBytes.value;
  return method === 'PUT' ? LIMITS.mediaPutBytes.value : LIMITS.requestBodyBytes.value;
}

/** The body, or its start if too large. Listeners take half of the time of `for await`. */
const readBody = (incoming: IncomingMessage, most: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming
      .on('data', (chunk: Buffer) => {
        if (bytes <= most) chunks.push(chunk);
        bytes += chunk.length;
      })
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject);
  });
