import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type SeenRequest = {
  readonly method: string;
  /** Path and query, without the prefix the server was given. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

export type Reply =
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection is closed without an answer, after the request was read. */
  | 'hang up';

export type ScriptedX = {
  /** With a path prefix, as an operator's proxy may have one. */
  readonly apiUrl: string;
  readonly origin: string;
  readonly requests: SeenRequest[];
  /** `POST /2/tweets` and so on, in the order of arrival. */
  readonly lines: () => readonly string[];
};

/**
 * A server on a free port of this machine that gives the scripted replies, one per request; it ends
 * with the test.
 */
export async function scriptedX(...replies: readonly Reply[]): Promise<ScriptedX> {
  const requests: SeenRequest[] = [];
  const left = [...replies];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    // The time is the script's, as in its headers.
    response.sendDate = false;
    const path = (request.url ?? '').replace(/^\/prefix/, '');
    requests.push({ method: request.method ?? '', path, headers: request.headers, body: Buffer.concat(chunks) });
    const reply = left.shift() ?? { status: 599, text: 'nothing scripted' };
    if (reply === 'hang up') {
      request.socket.destroy();
      return;
    }
    const { status = 200, json, text = '', headers = {} } = reply;
    const type = json === undefined ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(json === undefined ? text : JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const lines = () => requests.map(({ method, path }) => `${method} ${path}`);
  return { apiUrl: `${origin}/prefix`, origin, requests, lines };
}

export function jsonOf(request: SeenRequest | undefined): unknown {
  return JSON.parse(request?.body.toString() ?? 'null');
}

export function formOf(request: SeenRequest | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(request?.body.toString()));
}
