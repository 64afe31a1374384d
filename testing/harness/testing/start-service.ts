import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { postJson } from '../src/post-json.ts';
import { startProgram } from './run-program.ts';
import { createServiceDatabase } from './service-database.ts';

const DEV = fileURLToPath(new URL('../../../apps/server/src/operator/dev/dev.ts', import.meta.url));

/** A post as readers of a simulated network see it. */
export type LivePost = {
  readonly network: string;
  readonly id: string;
  readonly url: string;
  readonly author: { readonly username: string };
  readonly text: string;
  readonly media: readonly {
    readonly url: string;
    readonly coverUrl: string | null;
    readonly altText: string | null;
  }[];
};

/** Makes the next matching call to a network go wrong. */
export type Fault = {
  readonly network: string;
  readonly method: string;
  /** A regular expression on the path that the network's API documents. */
  readonly path: string;
  readonly action: 'status' | 'delay' | 'drop_after';
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly delayMs?: number;
};

/** The whole service: PostgreSQL, server, simulated networks, a project with accounts. */
export type RunningService = {
  /** The folder of its `dev.json`. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  /** The link with which the first person signs in. */
  readonly setupUrl: string;
  /** Account ids by platform. */
  readonly accounts: Readonly<Record<'instagram' | 'threads' | 'x' | 'linkedin', string>>;
  /** Everything that was ever published, oldest first. */
  livePosts(): Promise<LivePost[]>;
  fail(fault: Fault): Promise<void>;
  /** Lets what a network delays right now go on. */
  release(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the service as `pnpm dev` does, in its own folder and on its own ports, without this run's
 * environment. It takes about two seconds. `settings` are those of `docs/self-hosting.md`. With
 * `SUITE_BUNDLE` it runs the server of that bundle.
 *
 * @example
 * const service = await startService({ PUBLISHES_PER_MINUTE: '100000' });
 */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-service-'));
  // The account PostgreSQL runs as, when this is root, must get in.
  chmodSync(folder, 0o755);
  const { PATH, HOME, TMPDIR, SUITE_BUNDLE } = process.env;
  const database = settings.DATABASE_URL ? null : await createServiceDatabase();
  const program = startProgram(process.execPath, [DEV], {
    PATH,
    HOME,
    TMPDIR,
    ...(database && { DATABASE_URL: database.url }),
    ...(SUITE_BUNDLE && { FANFARE_SERVER: path.join(SUITE_BUNDLE, 'main.js') }),
    ...settings,
    FANFARE_FOLDER: folder,
    PORT: '0',
    SANDBOX_PORT: '0',
  });
  const welcome = await program.prints('Publish to four networks');
  const state = readFileSync(path.join(folder, 'dev.json'), 'utf8');
  const { baseUrl, apiKey, sandboxUrl, databaseUrl, accounts } = JSON.parse(state);
  return {
    folder,
    baseUrl,
    apiKey,
    sandboxUrl,
    databaseUrl,
    setupUrl: /first sign-in: (\S+)\)/.exec(welcome)?.[1] ?? '',
    accounts,
    async livePosts() {
      const answer = await fetch(`${sandboxUrl}/__sandbox/posts`);
      const { posts } = (await answer.json()) as { posts: LivePost[] };
      return posts.toReversed();
    },
    fail: (fault) => postJson(`${sandboxUrl}/__sandbox/faults`, fault),
    release: () => postJson(`${sandboxUrl}/__sandbox/release`, {}),
    async stop() {
      program.kill('SIGTERM');
      await program.ended;
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
