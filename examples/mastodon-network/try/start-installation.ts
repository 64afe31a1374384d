import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startProgram, startService } from '@fanfare/harness/testing';
import { createSimulator, type Simulator } from '../simulator/create-simulator.ts';
import { withSampleFiles } from './sample-files.ts';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const SERVER = file('../src/server.ts');
const FANFARE = file('../../../apps/server/src/operator/cli/fanfare.ts');
const APP = { clientId: 'mastodon-app', clientSecret: 'mastodon-app-secret' };

export type Reply<Body> = { readonly status: number; readonly body: Body };

/** Serves an HTTP handler: directly, or in tests behind a gate that can make calls fail. */
export type Listener = { readonly origin: string; close(): Promise<void> };

/** An installation built with docs/adding-a-network.md, with a simulated Mastodon server. */
export type Installation<Listening extends Listener = Listener> = {
  readonly baseUrl: string;
  readonly mastodon: Listening;
  readonly simulator: Simulator;
  /** A call with the key of the development project. */
  call<Body>(method: string, path: string, body?: unknown): Promise<Reply<Body>>;
  /** `fanfare …` on the same database. */
  fanfare(...words: string[]): Promise<{ readonly code: number | null; readonly output: string }>;
  stop(): Promise<void>;
};

/** `FANFARE_SERVER=…/src/server.ts pnpm dev`, in its own folder and on its own ports. */
export async function startInstallation<Listening extends Listener>(
  listen: (handler: RequestListener) => Promise<Listening>,
): Promise<Installation<Listening>> {
  const simulator = createSimulator({ now: Date.now });
  const mastodon = await listen(withSampleFiles(simulator.handler));
  const { baseUrl, apiKey, databaseUrl, stop } = await startService({
    FANFARE_SERVER: SERVER,
    MASTODON_URL: mastodon.origin,
    MASTODON_CLIENT_ID: APP.clientId,
    MASTODON_CLIENT_SECRET: APP.clientSecret,
  });
  simulator.addApp({
    ...APP,
    redirectUris: [`${baseUrl}/oauth/mastodon/callback`],
    scopes: ['read:accounts', 'read:statuses', 'write:media', 'write:statuses'],
  });

  return {
    baseUrl,
    mastodon,
    simulator,
    async call<Body>(method: string, path: string, body?: unknown): Promise<Reply<Body>> {
      const response = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // The caller names the shape, as the reference at `/docs` promises it.
      return { status: response.status, body: (await response.json()) as Body };
    },
    async fanfare(...words) {
      const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
      const { code, stdout, stderr } = await startProgram(process.execPath, [FANFARE, ...words], env).ended;
      return { code, output: stdout + stderr };
    },
    async stop() {
      await stop();
      await mastodon.close();
    },
  };
}
