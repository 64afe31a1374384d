import { randomBytes } from 'node:crypto';
import {
  type Account,
  type CreatePostBody,
  type ErrorBody,
  EXAMPLE_DOCS_URL,
  type Post,
  type Usage,
  type Warning,
} from '@fanfare/contract';
import type { PlanName } from '@fanfare/rules';
import { startSandbox } from '@fanfare/sandbox';
import { startServer } from '../src/composition/start-server.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { type DatabasePool, openDatabase } from '../src/db/database.ts';
import type { JobName } from '../src/jobs/job-list.ts';
import { connectThroughPages } from '../src/operator/dev/connect-through-pages.ts';
import { createProject } from '../src/operator/dev/dev-projects.ts';
import { sandboxEnvironment } from '../src/operator/dev/sandbox-environment.ts';
import { ids } from '../src/process/ids.ts';
import { createLogger } from '../src/process/log/log.ts';
import { checkAnswer } from './check-answer.ts';
import { createJobsByHand } from './jobs-by-hand.ts';
import { controlSandbox, type SandboxControl } from './sandbox-control.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { until } from './until.ts';

export type CreateRequest = Partial<Omit<CreatePostBody, 'platforms' | 'mediaItems'>> & {
  platforms: unknown[];
  mediaItems?: unknown[];
};

export type Reply<Body = unknown> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
};

export type Created = { post: Post; replayed: boolean; warnings: Warning[] };

/**
 * A project's own client: plain HTTP with its key. Every answer is checked against openapi.yaml.
 */
export type Project = {
  readonly apiKey: string;
  call<Body = ErrorBody>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<Body>>;
  publish<Body = Created>(request: CreateRequest, key?: string): Promise<Reply<Body>>;
  connect(platform: string, profile?: string): Promise<Account>;
  /** The same project at another server. */
  at(baseUrl: string): Project;
  /** The post as stored now. */
  read(postId: string): Promise<Post>;
  /**
   * The same once every target and its first comment have settled. The address of a published one
   * may come a moment later.
   */
  settled(postId: string): Promise<Post>;
  /** The same once the published ones have their address. */
  addressed(postId: string): Promise<Post>;
  usage(): Promise<Usage>;
};

/** One server process of an installation. */
export type Instance = {
  readonly baseUrl: string;
  readonly metricsUrl: string | null;
  /** Runs a job in place of pg-boss (which `test/jobs` uses). */
  run(job: JobName): Promise<void>;
  /** Runs the jobs of each minute and each ten minutes. */
  tick(): Promise<void>;
  /** Like SIGTERM. A second call does nothing. */
  halt(): Promise<void>;
};

export type TestServer = Instance & {
  readonly sandbox: SandboxControl;
  readonly clock: TestClock;
  readonly db: DatabasePool;
  readonly databaseUrl: string;
  /** Everything the server has logged. */
  readonly log: () => string;
  createProject(plan?: PlanName): Promise<Project>;
  /** Another server on the same database and networks, stopped with the first. */
  startAnother(overrides?: Pick<Overrides, 'options'> & Partial<Config>): Promise<Instance>;
  stop(): Promise<void>;
};

/** Changes of a test: settings, environment variables, and replacements for the process's parts. */
export type Overrides = Partial<Config> & {
  env?: Record<string, string>;
  clock?: TestClock;
  /** A database other than a copy of the template. */
  database?: () => Promise<TestDatabase>;
  options?: Omit<Parameters<typeof startServer>[1], 'log' | 'clock'>;
};

/** A whole service: database, sandbox, server, one shared clock. */
export async function startTestServer(overrides: Overrides = {}): Promise<TestServer> {
  const {
    env,
    options,
    clock = createTestClock(),
    database: createDatabase = createTestDatabase,
    ...settings
  } = overrides;
  const [database, sandbox] = await Promise.all([createDatabase(), startSandbox({ port: 0, clock })]);
  const config: Config = {
    ...readConfig({
      ...sandboxEnvironment(sandbox.url),
      FANFARE_ENV: 'development',
      DOCS_URL: EXAMPLE_DOCS_URL,
      PORT: '0',
      DATABASE_URL: database.url,
      // Few: a new session costs PostgreSQL more than most tests.
      DATABASE_POOL: '8',
      DATABASE_POOL_PUBLISHING: '2',
      DATABASE_POOL_LISTS: '1',
      DATABASE_POOL_PAGES: '2',
      DATABASE_CONNECTIONS_PER_PROJECT: '3',
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      EGRESS_ALLOWED_HOSTS: '127.0.0.1',
      PUBLISHES_PER_MINUTE: '100000',
      REQUESTS_PER_MINUTE: '100000',
      LOG_LEVEL: 'debug',
      METRICS_PORT: 'off',
      ...env,
    }),
    ...settings,
  };
  const lines: string[] = [];
  const log = createLogger(config.logLevel, (line) => lines.push(line));
  const startInstance = async (config: Config, options: Overrides['options']): Promise<Instance> => {
    const jobs = createJobsByHand();
    // A test that sets the process's clock uses the database's real time.
    const time = options?.processClock ? {} : { clock };
    const server = await startServer(config, { startJobs: jobs.start, ...options, log, ...time });
    let halted: Promise<void> | null = null;
    const { baseUrl, metricsUrl } = server;
    const { run, tick } = jobs;
    return { baseUrl, metricsUrl, run, tick, halt: () => (halted ??= server.stop()) };
  };
  const server = await startInstance(config, options);
  const others: Instance[] = [];
  const db = openDatabase({ url: database.url, maxConnections: 3, onError: () => undefined });
  return {
    ...server,
    sandbox: controlSandbox(sandbox.url),
    clock,
    db,
    databaseUrl: database.url,
    log: () => lines.join(''),
    createProject: async (plan = 'self_hosted') =>
      openProject(server.baseUrl, await createProject({ db, ids }, { name: 'Test project', plan })),
    async startAnother({ options: own, ...settings } = {}) {
      const other = await startInstance({ ...config, ...settings }, { ...options, ...own });
      others.push(other);
      return other;
    },
    async stop() {
      await Promise.all([server, ...others].map((instance) => instance.halt()));
      await Promise.all([sandbox.close(), db.close()]);
      await database.drop();
    },
  };
}

export function openProject(baseUrl: string, apiKey: string): Project {
  const project: Project = {
    apiKey,
    async call<Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const { status, headers: answered } = response;
      checkAnswer({ method, path }, { status, headers: answered, text });
      return { status, headers: answered, text, body: (text === '' ? null : JSON.parse(text)) as Body };
    },
    publish: (request, key = randomBytes(8).toString('hex')) =>
      project.call('POST', '/api/v1/posts', { idempotencyKey: key, ...request }),
    async connect(platform, profile = 'ada') {
      const { accountId } = await connectThroughPages({ baseUrl, apiKey, platform, profile });
      return (await project.call<{ account: Account }>('GET', `/api/v1/accounts/${accountId}`)).body.account;
    },
    at: (other) => openProject(other, apiKey),
    read: async (postId) => (await project.call<{ post: Post }>('GET', `/api/v1/posts/${postId}`)).body.post,
    settled: (postId) =>
      until(async () => {
        const post = await project.read(postId);
        return post.targets.some(({ status }) => status === 'pending') ? null : post;
      }),
    addressed: (postId) =>
      until(async () => {
        const post = await project.settled(postId);
        return post.targets.some(({ status, url }) => status === 'published' && url === null) ? null : post;
      }),
    usage: async () => (await project.call<Usage>('GET', '/api/v1/usage')).body,
  };
  return project;
}
