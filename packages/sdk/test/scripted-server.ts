import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};

/** An answer, or what to do with the connection in its place. */
export type Step =
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
      readonly text?: string;
    }
  | ((response: ServerResponse, request: SeenRequest) => void);

export type ScriptedServer = {
  readonly baseUrl: string;
  /** Every request so far. */
  readonly requests: SeenRequest[];
  /** Sets the answers to the next requests, in this order. */
  script(...steps: Step[]): void;
  close(): Promise<void>;
};

/** The connection is lost after the request was read. */
export const hangUp: Step = (response) => void response.socket?.destroy();
/** The answer never comes. */
export const silence: Step = () => undefined;

/** An HTTP server that answers as scripted, request by request. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const steps: Step[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = request;
    const seen = { method, url, headers, body: text === '' ? undefined : JSON.parse(text) };
    requests.push(seen);
    const step = steps.shift() ?? { status: 418, body: { error: { code: 'unscripted', message: `${method} ${url}` } } };
    if (typeof step === 'function') return step(response, seen);
    response.writeHead(step.status ?? 200, {
      'Content-Type': 'application/json',
      'X-Request-Id': 'req_1',
      ...step.headers,
    });
    response.end(step.text ?? (step.body === undefined ? undefined : JSON.stringify(step.body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script: (...more) => void steps.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
