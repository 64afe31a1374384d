import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './run-program.ts';

const DEV = fileURLToPath(new URL('../../../apps/server/src/dev/dev.ts', import.meta.url));

/** A post as readers of a simulated network see it. */
export type LivePost = { readonly network: string; readonly url: string; readonly text: string };

/** The whole service: PostgreSQL, server and simulated networks, with a project that has an account on each. */
export type RunningService = {
  /** Where its `dev.json` lies. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  /** Everything that was ever published, oldest first. */
  livePosts(): Promise<LivePost[]>;
  stop(): Promise<void>;
};

/** Starts the service as `pnpm dev` does, in a folder and on ports of its own: about two seconds. */
export async function startService(): Promise<RunningService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-example-'));
  // The account PostgreSQL runs as, when this is root, must get in.
  chmodSync(folder, 0o755);
  const program = startProgram(process.execPath, [DEV], {
    ...process.env,
    FANFARE_FOLDER: folder,
    PORT: '0',
    SANDBOX_PORT: '0',
  });
  await program.prints('Publish to four networks');
  const { baseUrl, apiKey, sandboxUrl, databaseUrl } = JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8'));
  return {
    folder,
    baseUrl,
    apiKey,
    sandboxUrl,
    databaseUrl,
    async livePosts() {
      const answer = await fetch(`${sandboxUrl}/__sandbox/posts`);
      const { posts } = (await answer.json()) as { posts: LivePost[] };
      return posts.toReversed().map(({ network, url, text }) => ({ network, url, text }));
    },
    async stop() {
      program.kill('SIGTERM');
      await program.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
