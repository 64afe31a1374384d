import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, expect } from 'vitest';
import { until } from '../../until.ts';

export type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** An answer by its status, or by code that may also hang or break the connection. */
export type Answer = number | ((response: ServerResponse, received: Received) => void);

/** A real HTTP server that takes webhooks. */
export type Receiver = {
  readonly url: string;
  readonly port: number;
  /** Requests that arrived, in order. */
  readonly received: readonly Received[];
  /** Answers the next calls, the last one also all later ones. */
  answer(...answers: readonly Answer[]): void;
  /** Resolves once so many calls have arrived. */
  got(calls: number): Promise<readonly Received[]>;
  readonly connections: () => number;
};

/** Receivers that end with the test file. */
export function useReceivers(): { open(...answers: readonly Answer[]): Promise<Receiver> } {
  const servers = new Set<ReturnType<typeof createServer>>();
  afterAll(() => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });
  return {
    async open(...answers) {
      const received: Received[] = [];
      let connections = 0;
      const script: Answer[] = answers.length > 0 ? [...answers] : [204];
      const listener: RequestListener = async (request, response) => {
        response.on('error', () => undefined);
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const call = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
        const answer = script.length > 1 ? script.shift()! : script[0]!;
        received.push(call);
        if (typeof answer === 'number') response.writeHead(answer).end();
        else answer(response, call);
      };
      const server = createServer(listener).on('connection', () => connections++);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.add(server);
      const { port } = server.address() as AddressInfo;
      return {
        url: `http://127.0.0.1:${port}/hook`,
        port,
        received,
        answer: (...next) => void script.splice(0, script.length, ...next),
        got: (calls) => until(async () => (received.length >= calls ? received : null)),
        connections: () => connections,
      };
    },
  };
}

/**
 * The event of a call, checked with other people's clients as a receiver that has this secret does.
 */
export function verified({ body, headers }: Received, secret: string): unknown {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  expect(() => new SvixWebhook(secret).verify(body, plain)).not.toThrow();
  return new StandardWebhook(secret).verify(body, plain);
}

/** Whether a receiver that has this secret takes the call. */
export function isVerified(received: Received, secret: string): boolean {
  try {
    verified(received, secret);
    return true;
  } catch {
    return false;
  }
}
