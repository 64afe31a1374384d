import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OAuthPlatform, Platform } from '@fanfare/contract';
import type { PlanName } from '@fanfare/rules';
import type { PostView } from '@fanfare/sandbox';
import { openDatabase } from '../../src/db/database.ts';
import { startChild } from '../../src/operator/dev/child.ts';
import { connectThroughPages } from '../../src/operator/dev/connect-through-pages.ts';
import { createProject } from '../../src/operator/dev/dev-projects.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { ids } from '../../src/process/ids.ts';
import { controlSandbox, type SandboxControl } from '../sandbox-control.ts';
import { type ChaosPostgres, startChaosPostgres } from './chaos-postgres.ts';
import { type ChaosServerOptions, DEFAULT_SERVER_OPTIONS } from './chaos-server-options.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { connectHub, type HubRole, isHub } from './hubs.ts';
import { MUTANT_SCHEMA, type Mutant } from './mutants.ts';

export const NETWORKS: readonly OAuthPlatform[] = ['instagram', 'threads', 'x', 'linkedin'];

/** Destination of runs: a network, or one kind of hub. */
export type ChaosNetwork = OAuthPlatform | HubRole;

export type ChaosAccount = { readonly id: string; readonly platform: Platform; readonly username: string };

export type ChaosProject = { readonly apiKey: string; readonly accounts: readonly ChaosAccount[] };

/**
 * A database, a sandbox in a separate process, and addresses for servers. One world serves one run.
 */
export type World = {
  readonly postgres: ChaosPostgres;
  readonly sandbox: SandboxControl;
  livePosts(): Promise<PostView[]>;
  startFleet(
    options: Omit<Parameters<typeof startFleet>[0], 'environment' | 'serverOptions'> & FleetOptions,
  ): Promise<Fleet>;
  createProject(plan?: PlanName): Promise<string>;
  /** By an API key of the project. */
  projectIdOf(apiKey: string): Promise<string>;
  /** Connects people of the sandbox; needs a running server. */
  connect(baseUrl: string, apiKey: string, networks: readonly ChaosNetwork[]): Promise<ChaosAccount[]>;
  close(): Promise<void>;
};

type FleetOptions = {
  readonly serverOptions?: Partial<ChaosServerOptions> | ((index: number) => Partial<ChaosServerOptions>);
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Servers reach the database directly, as in production, not through the relay that can cut
   * connections.
   */
  readonly isTimed?: boolean;
};

const SANDBOX = fileURLToPath(new URL('../../../../packages/sandbox/src/bin.ts', import.meta.url));

const READS = 3;

const open = new Set<() => Promise<void>>();

/** For an interrupted run. */
export const closeWorlds = async (): Promise<void> =>
  void (await Promise.allSettled([...open].map((close) => close())));

export async function createWorld(mutants: readonly Mutant[] = [], given?: ChaosPostgres): Promise<World> {
  const judge = startChild(SANDBOX, { SANDBOX_PORT: '0' }, () => undefined);
  const [postgres, { url: sandboxUrl }] = await Promise.all([given ?? startChaosPostgres(), judge.ready]);
  for (const mutant of mutants) await postgres.query(MUTANT_SCHEMA[mutant]);
  const sandbox = controlSandbox(sandboxUrl);
  await disableLimits(sandbox);

  const environment = {
    ...sandboxEnvironment(sandbox.url),
    FANFARE_ENV: 'production',
    BASE_URL: 'http://127.0.0.1:1',
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '10',
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    PUBLISHES_PER_MINUTE: '10000000',
    REQUESTS_PER_MINUTE: '10000000',
    PUBLISHES_IN_FLIGHT_PER_PROJECT: '1000',
    LOG_LEVEL: 'error',
    METRICS_PORT: 'off',
    // Processes reuse each other's compiled code.
    NODE_COMPILE_CACHE: path.join(tmpdir(), 'fanfare-chaos-compiled'),
    PATH: process.env.PATH ?? '',
  };
  let people = 0;
  const close = async (): Promise<void> => {
    open.delete(close);
    await judge.stop();
    await postgres.close();
  };
  open.add(close);
  return {
    postgres,
    sandbox,
    livePosts: async () =>
      (await Promise.all([...NETWORKS, 'hub'].map((network) => withRetries(() => sandbox.posts(network))))).flat(),
    startFleet: ({ serverOptions = {}, environment: more = {}, isTimed = false, ...rest }) =>
      startFleet({
        ...rest,
        environment: {
          ...{ ...environment, BASE_URL: '' },
          ...(isTimed && { DATABASE_URL: postgres.directUrl }),
          ...more,
        },
        serverOptions: (index) => ({
          ...DEFAULT_SERVER_OPTIONS,
          mutants,
          ...(typeof serverOptions === 'function' ? serverOptions(index) : serverOptions),
        }),
      }),
    async createProject(plan = 'self_hosted') {
      const db = openDatabase({ url: postgres.url, maxConnections: 1, onError: () => undefined });
      try {
        return await createProject({ db, ids }, { name: 'Chaos', plan });
      } finally {
        await db.close();
      }
    },
    async projectIdOf(apiKey) {
      const [row] = await postgres.query<{ project_id: string }>(
        `select project_id from api_keys where key_sha256 = sha256(convert_to($1, 'utf8'))`,
        [apiKey],
      );
      return row!.project_id;
    },
    async connect(baseUrl, apiKey, networks) {
      const accounts: ChaosAccount[] = [];
      for (const platform of networks) {
        const username = `chaos_${++people}`;
        if (isHub(platform)) {
          const id = await connectHub(sandbox, { baseUrl, apiKey, role: platform, username });
          accounts.push({ id, platform: 'hub', username });
          continue;
        }
        await sandbox.addProfile(platform, { username, name: `Chaos ${people}` });
        const { accountId } = await connectThroughPages({ baseUrl, apiKey, platform, profile: username });
        accounts.push({ id: accountId, platform, username });
      }
      return accounts;
    },
    close,
  };
}

/** One broken connection must not leave a long run without a verdict. */
async function withRetries<T>(read: () => Promise<T>): Promise<T> {
  for (let left = READS; ; left--) {
    try {
      return await read();
    } catch (error) {
      if (left === 1) throw error;
      await sleep(1_000);
    }
  }
}

/** Daily limits and prices are not under test and would end a long run. */
async function disableLimits(sandbox: SandboxControl): Promise<void> {
  await Promise.all([
    sandbox.control('instagram', 'quota', { total: 10_000 }),
    sandbox.control('threads', 'quota', { total: 10_000 }),
    sandbox.control('x', 'rate-limits', { on: false }),
    sandbox.control('x', 'credits', { usd: 1_000_000 }),
    // A network that refuses repeated texts would hide a double post.
    sandbox.control('x', 'duplicate-window', { ms: 0 }),
    ...NETWORKS.map((network) => sandbox.control(network, 'processing', { ms: 1 })),
  ]);
}
