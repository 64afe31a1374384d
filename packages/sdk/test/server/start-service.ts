import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PostView } from '@fanfare/sandbox';

const DEV = fileURLToPath(new URL('../../../../apps/server/src/dev/dev.ts', import.meta.url));

/** Makes calls to a network go wrong. */
export type Fault = {
  readonly network: string;
  readonly method?: string;
  readonly path?: string;
  readonly action: 'status' | 'delay';
  readonly status?: number;
  readonly body?: unknown;
  readonly delayMs?: number;
};

/** The whole service: PostgreSQL, server and simulated networks, with a project that has an account on each. */
export type Service = {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Account ids by platform. */
  readonly accounts: Readonly<Record<'instagram' | 'threads' | 'x' | 'linkedin', string>>;
  readonly sample: (name: string) => string;
  /** What is live on a network with this text. */
  live(network: string, text: string): Promise<PostView[]>;
  fail(fault: Fault): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the service as `pnpm dev` does, in a folder and on ports of its own. */
export async function startService(): Promise<Service> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-sdk-service-'));
  // The account PostgreSQL runs as, when this is root, must get in.
  chmodSync(folder, 0o755);
  const env = { ...process.env, FANFARE_FOLDER: folder, PORT: '0', SANDBOX_PORT: '0', PUBLISHES_PER_MINUTE: '100000' };
  const child = spawn(process.execPath, [DEV], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('Publish to four networks')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)));
  });
  const { baseUrl, apiKey, sandboxUrl, accounts } = JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8'));
  return {
    baseUrl,
    apiKey,
    accounts,
    sample: (name) => `${sandboxUrl}/__sandbox/samples/${name}`,
    async live(network, text) {
      const answer = await fetch(`${sandboxUrl}/__sandbox/posts?network=${network}`);
      const { posts } = (await answer.json()) as { posts: PostView[] };
      return posts.filter((post) => post.text.includes(text));
    },
    async fail(fault) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${sandboxUrl}/__sandbox/faults`, {
        method: 'POST',
        headers,
        body: JSON.stringify(fault),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
