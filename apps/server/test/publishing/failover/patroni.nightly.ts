import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Instance, startTestServer, type TestServer } from '../../harness.ts';
import { until } from '../../until.ts';
import { type Person, personOf } from '../../use-server.ts';
import { hasPatroni, type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts';

/** `ttl` of deploy/patroni/fanfare.yml, and what the servers may add. */
const BOUND_MS = 25_000;
const PAUSE_MS = 30_000;
/** X takes some hundred posts of an account in a while. */
const PACE_MS = 1_000;

type Way = 'HAProxy' | 'several hosts';

let cluster: PatroniCluster;
let folder: string;
let server: TestServer;
/** One reaches PostgreSQL through HAProxy, the other by the list of hosts. */
let ways: Readonly<Record<Way, Instance>>;
let people: Readonly<Record<Way, Person>>;
/** Every text that was answered with 201. */
const answered: string[] = [];

/**
 * Publishes one post after the other, each until it is answered. Returns how long the longest took.
 */
async function publishUntil(what: string, way: Way, isOver: () => boolean): Promise<number> {
  let longestMs = 0;
  for (let n = 0; !isOver(); n++) {
    const content = `${what}, ${way} ${n}`;
    const startedAt = performance.now();
    await until(async () => {
      const status = await publish(way, content);
      if (status === 503) return null;
      expect(status).toBe(201);
      return true;
    });
    answered.push(content);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    await sleep(PACE_MS);
  }
  return longestMs;
}

/**
 * Headers of limits are missing while the database is away, so that answers are not compared with
 * openapi.yaml.
 */
async function publish(way: Way, content: string): Promise<number> {
  const { project, account } = people[way];
  const platforms = [{ platform: 'x', accountId: account.id }];
  const { status } = await fetch(`${ways[way].baseUrl}/api/v1/posts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${project.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ idempotencyKey: content, content, platforms }),
  });
  return status;
}

/** Figures of callers through both ways while something happens. */
async function during(what: string, happen: () => Promise<void>): Promise<void> {
  let isOver = false;
  const names = ['HAProxy', 'several hosts'] as const;
  const load = names.map((name) => publishUntil(what, name, () => isOver));
  await sleep(1_000);
  await happen();
  await sleep(1_000);
  isOver = true;
  const longest = await Promise.all(load);
  const said = names.map((name, n) => `${name} ${(longest[n]! / 1_000).toFixed(1)} s`).join(', ');
  console.log(`${what}: no answer for ${said}`);
  for (const ms of longest) expect(ms).toBeLessThan(BOUND_MS);
}

/** The other node is the primary. */
const isReplaced = (former: string) =>
  until(async () => ((await cluster.whole()).primary.name === former ? null : true));

describe.skipIf(!hasPatroni())(
  'Patroni and HAProxy with the files of deploy (Debian: patroni, python3-pysyncobj, haproxy)',
  () => {
    beforeAll(async () => {
      cluster = await startPatroniCluster();
      folder = mkdtempSync(path.join(tmpdir(), 'fanfare-states-'));
      const { balancedUrl, hostsUrl } = cluster;
      server = await startTestServer({
        database: async () => ({ url: balancedUrl, drop: async () => undefined }),
        stateFolder: path.join(folder, 'balanced'),
      });
      const other = await server.startAnother({ databaseUrl: hostsUrl, stateFolder: path.join(folder, 'hosts') });
      ways = { HAProxy: server, 'several hosts': other };
      people = { HAProxy: await personOf(server, 'x'), 'several hosts': await personOf(server, 'x') };
    });
    afterAll(async () => {
      await server?.stop();
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test('the node of the primary is killed', async () => {
      const { primary } = await cluster.whole();
      await during('node killed', async () => {
        await primary.kill();
        await sleep(BOUND_MS);
      });
      primary.start();
      await isReplaced(primary.name);
    });

    test('only PostgreSQL is killed', async () => {
      const { primary } = await cluster.whole();
      await during('PostgreSQL killed', async () => {
        primary.killPostgres();
        await sleep(2_000);
        await cluster.whole();
      });
    });

    test('the node of the primary is paused and woken: it takes no write of ours', async () => {
      const { primary } = await cluster.whole();
      await during('primary paused for 30 s', async () => {
        primary.pause();
        await sleep(PAUSE_MS);
        primary.wake();
        await isReplaced(primary.name);
      });
    });

    test('the node of the standby is killed: the primary goes on alone', async () => {
      const { standby } = await cluster.whole();
      await during('standby killed', async () => {
        await standby.kill();
        await sleep(BOUND_MS);
      });
      standby.start();
      await cluster.whole();
    });

    test('after all of it every answered post is there and live once, and nobody saw a loss', async () => {
      const live = (await Promise.all(Object.values(people).map((person) => person.posts())))
        .flat()
        .map(({ text }) => text);
      expect(live.toSorted()).toEqual(answered.toSorted());
      for (const each of Object.values(ways))
        expect(await (await fetch(`${each.baseUrl}/readyz`)).json()).toEqual({ status: 'ready' });
      const { rows } = await server.db.query<{ content: string }>({ text: 'select content from posts' });
      expect(rows.map(({ content }) => content).toSorted()).toEqual(answered.toSorted());
      expect(server.log()).not.toContain('lacks commits');
    });
  },
);
