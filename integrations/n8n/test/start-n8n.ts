import { exec, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { unflatten } from './unflatten.ts';

/**
 * The version that the tests run. It is no dependency: its licence is not open source, and nothing
 * of it is shipped.
 */
export const N8N_VERSION = '2.41.1';

/** A workflow as n8n exports it. */
export type Workflow = {
  readonly name: string;
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly connections: object;
  readonly settings?: object;
  /** Items that a node gives instead of running. */
  readonly pinData?: Readonly<Record<string, readonly Item[]>>;
};

export type Item = {
  readonly json: Readonly<Record<string, unknown>>;
  readonly binary?: Readonly<
    Record<string, { readonly data: string; readonly mimeType: string; readonly fileName: string }>
  >;
};

/** An execution that has ended. */
export type Execution = {
  readonly id: string;
  readonly status: string;
  /** The items that each node gave, of its last run. */
  readonly outputs: Readonly<Record<string, readonly Item[]>>;
  /** The number of runs of each node. */
  readonly runs: Readonly<Record<string, number>>;
  readonly error: { readonly message: string; readonly description?: string | null } | null;
};

/** The parts of what n8n stores of an execution. */
type RunData = {
  readonly resultData: {
    readonly runData: Readonly<
      Record<string, readonly { readonly data?: { readonly main: readonly (readonly Item[] | null)[] } }[]>
    >;
    readonly error?: { readonly message: string; readonly description?: string | null };
  };
};

const run = promisify(exec);

const OWNER = { email: 'ada@example.com', firstName: 'Ada', lastName: 'L', password: 'Harbour-2026' };

/**
 * Finds n8n in N8N_FOLDER of the environment, or installs it into this folder, which takes minutes.
 */
function installN8n(folder: string): string {
  const { N8N_FOLDER } = process.env;
  const at = N8N_FOLDER || path.join(folder, 'n8n');
  if (existsSync(path.join(at, 'node_modules/n8n'))) return at;
  mkdirSync(at, { recursive: true });
  writeFileSync(path.join(at, 'package.json'), '{ "private": true }');
  // Its native packages are for databases and brokers that the tests do not use.
  const words = ['install', `n8n@${N8N_VERSION}`, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  execFileSync('npm', words, { cwd: at, stdio: 'ignore' });
  return at;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Starts n8n with the packed node, its owner, and credentials of a Fanfare. */
export async function startN8n(folder: string, tarball: string, databaseUrl: string) {
  const at = installN8n(folder);
  const nodes = path.join(folder, 'user/.n8n/nodes/node_modules/n8n-nodes-fanfare');
  mkdirSync(nodes, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', nodes, '--strip-components=1']);
  const database = new URL(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create schema if not exists n8n');
  await client.end();
  const port = await freePort();
  const env = {
    PATH: `${path.join(at, 'node_modules/.bin')}:${process.env.PATH}`,
    HOME: folder,
    N8N_USER_FOLDER: path.join(folder, 'user'),
    N8N_PORT: String(port),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
    N8N_ENCRYPTION_KEY: 'of-a-test',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_SECURE_COOKIE: 'false',
    N8N_RESTRICT_FILE_ACCESS_TO: folder,
    GENERIC_TIMEZONE: 'Europe/Berlin',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: database.hostname,
    DB_POSTGRESDB_PORT: database.port,
    DB_POSTGRESDB_DATABASE: database.pathname.slice(1),
    DB_POSTGRESDB_USER: decodeURIComponent(database.username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(database.password),
    DB_POSTGRESDB_SCHEMA: 'n8n',
  };
  const child = spawn(process.execPath, [path.join(at, 'node_modules/n8n/bin/n8n'), 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await until(() => {
    if (child.exitCode !== null) throw new Error(said);
    return said.includes('Editor is now accessible');
  });

  let cookie = '';
  const rest = async <T>(method: string, route: string, body?: unknown): Promise<T> => {
    const headers = { 'Content-Type': 'application/json', cookie, 'browser-id': 'test' };
    const answer = await fetch(`${url}/rest${route}`, { method, headers, body: JSON.stringify(body) ?? null });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`);
    return JSON.parse(text).data;
  };
  await rest('POST', '/owner/setup', OWNER);

  const execution = async (id: string): Promise<Execution> => {
    const stored = await rest<{ status: string; data: string }>('GET', `/executions/${id}`);
    const { resultData } = unflatten(stored.data) as RunData;
    const entries = Object.entries(resultData.runData);
    return {
      id,
      status: stored.status,
      outputs: Object.fromEntries(
        entries.map(([name, runs]) => [name, runs.at(-1)?.data?.main.flatMap((items) => items ?? []) ?? []]),
      ),
      runs: Object.fromEntries(entries.map(([name, runs]) => [name, runs.length])),
      error: resultData.error ?? null,
    };
  };
  const executionsOf = async (workflowId: string) => {
    const filter = encodeURIComponent(JSON.stringify({ workflowId }));
    return (await rest<{ results: { id: string; status: string }[] }>('GET', `/executions?filter=${filter}`)).results;
  };
  const hasEnded = ({ status }: { readonly status: string }) => !['new', 'running', 'waiting'].includes(status);

  return {
    url,
    rest,
    owner: OWNER,
    save: async (workflow: Workflow): Promise<{ readonly id: string; readonly versionId: string }> =>
      rest('POST', '/workflows', { settings: { executionOrder: 'v1' }, ...workflow }),
    /** Runs a workflow from its first node. */
    async run(id: string, trigger: string): Promise<Execution> {
      const triggerToStartFrom = { name: trigger };
      const { executionId } = await rest<{ executionId: string }>('POST', `/workflows/${id}/run`, {
        triggerToStartFrom,
      });
      await until(async () => (await executionsOf(id)).some((one) => one.id === executionId && hasEnded(one)));
      return execution(executionId);
    },
    /** Runs a command of a shell as people do, with `n8n` at hand. */
    async shell(command: string): Promise<string> {
      const own = { ...env, N8N_RUNNERS_BROKER_PORT: String(await freePort()), NO_COLOR: '1' };
      return (await run(command, { cwd: folder, env: own, maxBuffer: 100_000_000 })).stdout;
    },
    /** The ended executions of a workflow, once there are so many. */
    async executions(id: string, count: number): Promise<readonly Execution[]> {
      await until(async () => (await executionsOf(id)).filter(hasEnded).length >= count);
      return Promise.all((await executionsOf(id)).filter(hasEnded).map((one) => execution(one.id)));
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
      rmSync(path.join(folder, 'user'), { recursive: true, force: true });
    },
  };
}

export type N8n = Awaited<ReturnType<typeof startN8n>>;

/** Waits until something is so, for at most ten minutes. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 600_000; !(await isSo()); ) {
    if (Date.now() > end) throw new Error(`It did not become so: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A workflow of a file, with the credentials that n8n has. */
export function readWorkflow(file: URL, credentials: { readonly id: string; readonly name: string }): Workflow {
  const workflow = JSON.parse(readFileSync(file, 'utf8')) as Workflow;
  const nodes = workflow.nodes.map((node) =>
    'credentials' in node ? { ...node, credentials: { fanfareApi: credentials } } : node,
  );
  return { ...workflow, nodes };
}
