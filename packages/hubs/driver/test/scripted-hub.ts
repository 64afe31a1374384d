import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type SeenRequest = {
  /** `POST /wp/v2/posts`: the method, and the route where the query names one, else the path. */
  readonly line: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
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

/** Replies by `POST /wp/v2/posts`; a list is used up in order, and its last entry repeats. */
export type Script = Readonly<Record<string, Reply | readonly Reply[]>>;

export type ScriptedHub = {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly lines: () => readonly string[];
};

/**
 * A hub on a free port of this machine that gives the scripted replies; it ends with the test.
 * `{url}` in headers is its address.
 */
export async function scriptedHub(script: Script): Promise<ScriptedHub> {
  const requests: SeenRequest[] = [];
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    // The time is the script's.
    response.sendDate = false;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://hub.test');
    const query = Object.fromEntries(searchParams);
    const line = `${request.method} ${query.rest_route ?? pathname}`;
    requests.push({ line, path: pathname, query, headers: request.headers, body: Buffer.concat(chunks) });

    const replies = [script[line] ?? { status: 599, text: 'nothing scripted' }].flat();
    const count = counts.get(line) ?? 0;
    counts.set(line, count + 1);
    const reply = replies[Math.min(count, replies.length - 1)];
    if (reply === undefined || reply === 'hang up') {
      request.socket.destroy();
      return;
    }
    const { status = 200, json, text = '', headers = {} } = reply;
    response.statusCode = status;
    response.setHeader('content-type', json === undefined ? 'text/html' : 'application/json');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value.replaceAll('{url}', url));
    response.end(json === undefined ? text.replaceAll('{url}', url) : JSON.stringify(json).replaceAll('{url}', url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, lines: () => requests.map(({ line }) => line) };
}

export const jsonOf = (request: SeenRequest | undefined): unknown => JSON.parse(request?.body.toString() ?? 'null');
