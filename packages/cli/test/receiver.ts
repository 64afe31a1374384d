import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '@fanfare/sdk/webhooks';

export type Received = {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly headers: Record<string, string>;
};

/**
 * A receiver as an app has one: verifies what it gets, answers as a test says, and keeps what it
 * verified.
 */
export type TestReceiver = {
  readonly url: string;
  readonly received: readonly Received[];
  /** Statuses of the next answers; 200 after them. */
  readonly answers: number[];
  secret: string;
  close(): Promise<void>;
};

/** Listens on a free port, or again on one that it had. */
export async function startReceiver(port = 0): Promise<TestReceiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    try {
      const event = await verify(body, request.headers, receiver.secret);
      received.push({ id: event.id, type: event.type, body, headers: request.headers as Record<string, string> });
      response.writeHead(answers.shift() ?? 200, { location: '/elsewhere' }).end('thanks');
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answers,
    secret: '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
