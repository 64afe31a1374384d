import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Random } from './random.ts';

/** What arrived under one `webhook-id`. */
export type Received = {
  /** Of the bodies, each once: one when every attempt sent the same bytes. */
  readonly sha256: Set<string>;
  attempts: number;
  accepted: number;
};

/** A receiver of webhooks: a real HTTP server outside the servers under test. It refuses or drops some first attempts. */
export async function startEventReceiver(random: Random) {
  const received = new Map<string, Received>();
  const server = createServer((request, answer) => {
    const hash = createHash('sha256');
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => hash.update(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const entry = received.get(id) ?? { sha256: new Set<string>(), attempts: 0, accepted: 0 };
      received.set(id, entry);
      entry.sha256.add(hash.digest('hex'));
      const chance = ++entry.attempts === 1 ? random.next() : 1;
      if (chance < 0.05) return void request.socket.destroy();
      if (chance < 0.1) return void answer.writeHead(503).end();
      entry.accepted++;
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received: received as ReadonlyMap<string, Readonly<Received>>,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
