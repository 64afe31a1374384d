import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A real HTTP server that takes webhooks, as a person has one on their machine. */
export type Receiver = {
  readonly url: string;
  /** Requests that arrived, in order. */
  readonly received: Received[];
  /** Sets the answer from now on. */
  answer(status: number, body?: string): void;
  close(): void;
};

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer = { status: 200, body: '' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/fanfare`,
    received,
    answer(status, body = '') {
      answer = { status, body };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
