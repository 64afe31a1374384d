import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import type { Random } from './random.ts';
import { RECEIVER_PATH } from './statement-points.ts';

/** Attempts that arrived under one `webhook-id`. */
export type Received = {
  /** Hashes of the bodies, each once: one when every attempt sent the same bytes. */
  readonly sha256: Set<string>;
  attempts: number;
  accepted: number;
};

/** Numbers of attempts that other people's clients verify. */
type Verified = {
  attempts: number;
  /** By `standardwebhooks` and by `svix`, with every secret that signs. */
  standardwebhooks: number;
  svix: number;
  /** Attempts that two secrets sign. */
  rotated: number;
};

const CLIENTS = { standardwebhooks: StandardWebhook, svix: SvixWebhook };

export type EventReceiver = Awaited<ReturnType<typeof startEventReceiver>>;

/**
 * A receiver of webhooks: a real HTTP server outside the servers under test. It refuses or drops
 * some first attempts.
 */
export async function startEventReceiver(random: Random) {
  const received = new Map<string, Received>();
  const verified: Verified = { attempts: 0, standardwebhooks: 0, svix: 0, rotated: 0 };
  const secrets: Promise<string>[] = [];

  const verify = async (body: string, headers: IncomingHttpHeaders): Promise<void> => {
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const signatures = plain['webhook-signature']?.split(' ').length ?? 0;
    const known = await Promise.all(secrets.slice(0, signatures));
    verified.attempts++;
    if (signatures === 2) verified.rotated++;
    for (const [name, Client] of Object.entries(CLIENTS)) {
      const isVerified =
        known.length === signatures && known.every((secret) => verifies(new Client(secret), body, plain));
      if (isVerified) verified[name as keyof typeof CLIENTS]++;
    }
  };
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      void verify(body.toString(), request.headers);
      const id = String(request.headers['webhook-id']);
      const entry = received.get(id) ?? { sha256: new Set<string>(), attempts: 0, accepted: 0 };
      received.set(id, entry);
      entry.sha256.add(createHash('sha256').update(body).digest('hex'));
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
    url: `http://127.0.0.1:${port}${RECEIVER_PATH}`,
    received: received as ReadonlyMap<string, Readonly<Received>>,
    verified: verified as Readonly<Verified>,
    /**
     * Adds a secret that signs, in the order in which they were made. Attempts that have its
     * signature before it is known wait for it.
     */
    trust: (secret: Promise<string>): void => void secrets.push(secret),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Client = { verify(body: string, headers: Record<string, string>): unknown };

function verifies(client: Client, body: string, headers: Record<string, string>): boolean {
  try {
    client.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
