import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { startSandbox } from '@fanfare/sandbox';
import { connectThroughPages } from '../src/operator/dev/connect-through-pages.ts';
import { sandboxEnvironment } from '../src/operator/dev/sandbox-environment.ts';
import { startServerProcess } from './upgrade/server-process.ts';

const IN_FLIGHT = 20;
const SCHEDULED = 20;
const ANSWER_MS = 10_000;
const DUE_MS = 4_000;
const SETTLE_MS = 60_000;

export type StopFound = { readonly stopMs: number; readonly lost: number; readonly doubles: number };

/** Sends SIGTERM with 20 posts waiting 10 s for a network and 20 due. Another server finishes. */
export async function measureStop(dist: string, settings: Readonly<Record<string, string>>): Promise<StopFound> {
  const sandbox = await startSandbox({ port: 0 });
  const control = async (name: string, body: object): Promise<void> => {
    const answer = await fetch(`${sandbox.url}/__sandbox/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  };
  const main = path.join(dist, 'main.js');
  const env = {
    ...{ ...sandboxEnvironment(sandbox.url), ...settings, LOG_LEVEL: 'error', EGRESS_ALLOWED_HOSTS: '127.0.0.1' },
    ...{ PUBLISHES_PER_MINUTE: '10000', WRITES_IN_FLIGHT_PER_ACCOUNT: String(IN_FLIGHT) },
  };
  const first = await startServerProcess(main, env);
  let second: typeof first | null = null;
  try {
    const { baseUrl } = first;
    const create = [path.join(dist, 'fanfare.js'), 'projects', 'create', 'Stop'];
    const apiKey = execFileSync(process.execPath, create, { env, encoding: 'utf8' }).trim();
    const { accountId } = await connectThroughPages({ baseUrl, apiKey, platform: 'x', profile: 'ada' });
    // A network that refuses repeated texts would hide a double post.
    await control('x/duplicate-window', { ms: 0 });
    await control('x/rate-limits', { on: false });
    await control('faults', {
      network: 'x',
      method: 'POST',
      path: '^/2/tweets$',
      action: 'delay',
      delayMs: ANSWER_MS,
      times: 1_000,
    });
    const request = async (at: string, content: string, publishAt?: string): Promise<number> => {
      const body = { idempotencyKey: content, content, publishAt, platforms: [{ platform: 'x', accountId }] };
      const answer = await fetch(`${at}/api/v1/posts`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => null);
      await answer?.arrayBuffer();
      return answer?.status ?? 0;
    };
    const texts = (kind: string, n: number) => Array.from({ length: n }, (_, i) => `${kind} post ${i + 1}`);
    const dueAt = new Date(Date.now() + DUE_MS).toISOString();
    const later = texts('Scheduled', SCHEDULED);
    const statuses = await Promise.all(later.map((text) => request(baseUrl, text, dueAt)));
    if (statuses.some((status) => status !== 202)) throw new Error(`Scheduling answered ${statuses.join(', ')}.`);
    const now = texts('Immediate', IN_FLIGHT);
    const requests = now.map((text) => request(baseUrl, text));
    const waiting = async (): Promise<number> => {
      const answer = await fetch(`${sandbox.url}/__sandbox/requests?network=x`);
      const { requests: seen } = (await answer.json()) as { requests: { path: string; status: number | null }[] };
      return seen.filter((one) => one.path.endsWith('/2/tweets') && one.status === null).length;
    };
    for (const end = Date.now() + SETTLE_MS; (await waiting()) < IN_FLIGHT && Date.now() < end; ) await passed(50);
    if ((await waiting()) < IN_FLIGHT) throw new Error('The publishes are not in flight at once.');
    await passed(Math.max(0, Date.parse(dueAt) - Date.now()));
    const stopMs = await first.stop();
    await fetch(`${sandbox.url}/__sandbox/faults`, { method: 'DELETE' });
    second = await startServerProcess(main, env);
    const answers = await Promise.all(requests);
    for (const [i, text] of now.entries()) if (answers[i] !== 201) await request(second.baseUrl, text);
    return { stopMs, ...(await countLive(sandbox.url, [...now, ...later])) };
  } finally {
    first.kill();
    second?.kill();
    await sandbox.close();
  }
}

/** Waits until each text is live, then for repeats. */
async function countLive(sandboxUrl: string, texts: readonly string[]): Promise<{ lost: number; doubles: number }> {
  const timesLive = async (): Promise<readonly number[]> => {
    const answer = await fetch(`${sandboxUrl}/__sandbox/posts?network=x`);
    const { posts } = (await answer.json()) as { posts: { text: string }[] };
    return texts.map((text) => posts.filter((post) => post.text === text).length);
  };
  for (const end = Date.now() + SETTLE_MS; (await timesLive()).includes(0) && Date.now() < end; ) await passed(250);
  await passed(ANSWER_MS + 1_000);
  const found = await timesLive();
  return { lost: found.filter((n) => n === 0).length, doubles: found.filter((n) => n > 1).length };
}
