import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { startSandbox } from '@fanfare/sandbox';
import { connectThroughPages } from '../../src/operator/dev/connect-through-pages.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { freePort } from '../../src/process/free-port.ts';
import { createLoad, keepCalling, type Load } from './load.ts';
import { startReceiver } from './receiver.ts';
import { type RunningServer, startServerProcess } from './server-process.ts';

type Versions = {
  /** Program of the old version, and folder of the new bundle. */
  readonly oldProgram: string;
  readonly newFolder: string;
  readonly databaseUrl: string;
  /** Time side by side; before and after it one of them serves a quarter of it. */
  readonly togetherMs: number;
  readonly progress: (sentence: string) => void;
};

export type Found = {
  readonly calls: Readonly<Record<string, number>>;
  readonly accepted: number;
  readonly retried: number;
  readonly stopMs: number;
  readonly errors: readonly string[];
  readonly doubles: readonly string[];
  readonly lost: readonly string[];
  readonly unsettled: readonly string[];
  readonly withoutWebhook: readonly string[];
  readonly audit: string;
  /** Lines at the level `error`. */
  readonly logged: readonly string[];
};

/** Adds a migration to `writeBundle` that adds a column to every table. */
export const ADD_COLUMNS = { '99991231T2359_add_columns': path.join(import.meta.dirname, 'add-columns.migration.ts') };

const CLIENTS = 6;
const SETTLE_MS = 60_000;

/** Old version serves under load, new one joins, old one leaves; then checks every post. */
export async function runSideBySide({
  oldProgram,
  newFolder,
  databaseUrl,
  togetherMs,
  progress,
}: Versions): Promise<Found> {
  const sandbox = await startSandbox({ port: 0 });
  const receiver = await startReceiver();
  const env = {
    ...sandboxEnvironment(sandbox.url),
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    ...{ LOG_LEVEL: 'error', PUBLISHES_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '1000000' },
  };
  const running: RunningServer[] = [];
  const load = createLoad();
  const start = async (name: string, program: string) => {
    const server = await startServerProcess(program, { ...env, METRICS_PORT: String(await freePort(0)) });
    running.push(server);
    const address = { name, url: server.baseUrl, isLeaving: false };
    load.addresses.push(address);
    return { server, address };
  };
  const fanfare = (...words: string[]): string =>
    execFileSync(process.execPath, [path.join(newFolder, 'fanfare.js'), ...words], { env, encoding: 'utf8' }).trim();
  try {
    await liftLimits(sandbox.url);
    const old = await start('old', oldProgram);
    const apiKey = createProject(oldProgram, env);
    const { accountId } = await connectThroughPages({
      baseUrl: old.server.baseUrl,
      apiKey,
      platform: 'x',
      profile: 'ada',
    });
    await expectOk(`${old.server.baseUrl}/api/v1/webhooks`, apiKey, { url: receiver.url });
    progress('the old version serves');
    const clients = Array.from({ length: CLIENTS }, (_, n) => keepCalling(load, { apiKey, accountId }, n));
    await passed(togetherMs / 4);
    const fresh = await start('new', path.join(newFolder, 'main.js'));
    progress('the new version has migrated and serves beside it');
    await passed(togetherMs);
    old.address.isLeaving = true;
    const stopMs = await old.server.stop();
    load.addresses.splice(load.addresses.indexOf(old.address), 1);
    progress(`the old version has ended after ${Math.round(stopMs)} ms`);
    await passed(togetherMs / 4);
    load.isOver = true;
    await Promise.all(clients);
    progress('the load has ended; every post is looked for');
    const posts = await judge(load, {
      baseUrl: fresh.server.baseUrl,
      apiKey,
      sandboxUrl: sandbox.url,
      has: receiver.has,
    });
    const audit = fanfare('audit');
    const logged = running.flatMap((server) => server.log().split('\n')).filter((line) => line !== '');
    const { accepted, calls, retried, errors } = load;
    return {
      calls: Object.fromEntries(calls),
      accepted: accepted.length,
      retried,
      errors,
      stopMs,
      ...posts,
      audit,
      logged,
    };
  } finally {
    load.isOver = true;
    for (const server of running) server.kill();
    receiver.close();
    await sandbox.close();
  }
}

/** Uses the command of the old version, which knows its own schema. */
function createProject(oldProgram: string, env: Readonly<Record<string, string>>): string {
  const command = oldProgram.endsWith('.js')
    ? path.join(path.dirname(oldProgram), 'fanfare.js')
    : path.join(path.dirname(oldProgram), 'operator/cli/fanfare.ts');
  return execFileSync(process.execPath, [command, 'projects', 'create', 'Upgrade'], { env, encoding: 'utf8' }).trim();
}

type Judge = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandboxUrl: string;
  readonly has: (id: string) => boolean;
};

async function judge({ accepted }: Load, { baseUrl, apiKey, sandboxUrl, has }: Judge) {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const statusOf = async (id: string): Promise<string> => {
    const { post } = (await (await fetch(`${baseUrl}/api/v1/posts/${id}`, { headers })).json()) as {
      post?: { status: string };
    };
    return post?.status ?? 'missing';
  };
  let open = accepted.map(({ id }) => id);
  let silent = open;
  const lost: string[] = [];
  for (const end = Date.now() + SETTLE_MS; open.length + silent.length > 0 && Date.now() < end; await passed(250)) {
    const still: string[] = [];
    for (const id of open) {
      const status = await statusOf(id);
      if (status === 'scheduled' || status === 'publishing' || status === 'pending') still.push(id);
      else if (status !== 'published') lost.push(`${id} is ${status}`);
    }
    open = still;
    silent = silent.filter((id) => !has(id));
  }
  const answer = await fetch(`${sandboxUrl}/__sandbox/posts?network=x`);
  const { posts: live } = (await answer.json()) as { posts: { text: string }[] };
  const times = new Map<string, number>();
  for (const { text } of live) {
    const marker = /m-[0-9a-f-]{36}/.exec(text)?.[0] ?? text;
    times.set(marker, (times.get(marker) ?? 0) + 1);
  }
  const notLive = accepted.filter(({ id, marker }) => !times.has(marker) && !open.includes(id));
  return {
    doubles: [...times].filter(([, n]) => n > 1).map(([marker, n]) => `${marker} is live ${n} times`),
    lost: [...lost, ...notLive.map(({ id }) => `${id} is not live`)],
    unsettled: open,
    withoutWebhook: silent,
  };
}

async function expectOk(url: string, apiKey: string | null, body: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json', ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

/** A network that refuses repeated texts would hide a double post. */
async function liftLimits(sandboxUrl: string): Promise<void> {
  const controls = { 'rate-limits': { on: false }, credits: { usd: 1_000_000 }, 'duplicate-window': { ms: 0 } };
  for (const [name, body] of Object.entries(controls)) await expectOk(`${sandboxUrl}/__sandbox/x/${name}`, null, body);
}
