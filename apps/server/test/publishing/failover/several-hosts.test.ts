import { randomBytes } from 'node:crypto';
import type { Post } from '@fanfare/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start-jobs.ts';
import type { Finding } from '../../../src/operator/doctor/finding.ts';
import { freePort } from '../../../src/process/free-port.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { runFanfare } from '../../operator/cli/run-fanfare.ts';
import { type SwallowingProxy, startSwallowingProxy } from '../../swallowing-proxy.ts';
import { until } from '../../until.ts';
import { type Person, personOf } from '../../use-server.ts';
import { findSystemPostgres } from '../recovery/system-postgres.ts';
import { hostsUrl, type StandbyPair, startStandbyPair } from './standby-pair.ts';

const KEYS = `k1:${randomBytes(32).toString('base64')}`;
const portOf = (url: string): number => Number(new URL(url).port);

let pair: StandbyPair;
/** Two hosts that the servers know, of which each leads to another PostgreSQL. */
let hosts: { first: SwallowingProxy; second: SwallowingProxy };
let server: TestServer;
let ana: Person;
let looks = 0;

/**
 * Headers of limits are missing while the database is away, so that answers are not compared with
 * openapi.yaml.
 */
async function publish(content: string): Promise<{ readonly status: number; readonly post?: string }> {
  const platforms = [{ platform: 'x', accountId: ana.account.id }];
  const response = await fetch(`${server.baseUrl}/api/v1/posts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ana.project.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ idempotencyKey: content, content, platforms }),
  });
  const { post } = (await response.json()) as { post?: Post };
  return { status: response.status, ...(post && { post: post.status }) };
}

/** The request until it is not refused any more, as callers send it. */
const published = (content: string) =>
  until(async () => {
    const answer = await publish(content);
    return answer.status === 503 ? null : answer;
  });
const LIVE = { status: 201, post: 'published' };

/** The address as an operator writes it, with the standby first. */
const urlOf = (parameters = '') =>
  hostsUrl(
    [hosts.first, hosts.second].map(({ port }) => Object.assign(new URL(pair.primaryUrl()), { port: `${port}` }).href),
    parameters,
  );

/** A new standby takes the place of a lost primary. */
async function renew(lost: SwallowingProxy): Promise<void> {
  await pair.rebuild();
  lost.redirectTo(portOf(pair.standbyUrl()));
}

describe.skipIf(findSystemPostgres() === null)('of the hosts of DATABASE_URL (Debian: postgresql)', () => {
  beforeAll(async () => {
    pair = await startStandbyPair();
    const [first, second] = await Promise.all(
      [pair.standbyUrl(), pair.primaryUrl()].map((url) => startSwallowingProxy(portOf(url))),
    );
    hosts = { first: first!, second: second! };
    server = await startTestServer({
      database: async () => ({ url: urlOf('?target_session_attrs=read-write'), drop: async () => undefined }),
      options: {
        statementTimeoutMs: 1_500,
        startJobs: (deps) =>
          startJobs({
            ...deps,
            times: { startAfterMs: 0, startAgainMs: 100, scheduledSeconds: 0.5 },
            runs: { ...deps.runs, 'find-due-posts': async () => void looks++ },
          }),
      },
    });
    ana = await personOf(server, 'x');
  });
  afterAll(async () => {
    await server?.stop();
    await Promise.all([hosts.first, hosts.second].map((proxy) => proxy.close()));
    await pair?.stop();
  });

  test('servers, migrations and commands pass over a standby that is named first', async () => {
    expect(await published('First')).toEqual(LIVE);
    await pair.queryPrimary('create database empty');
    await pair.caughtUp();
    const DATABASE_URL = urlOf().replace('/fanfare_failover', '/empty');
    const migrated = await runFanfare(['migrate'], { DATABASE_URL });
    expect({ ...migrated, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await runFanfare(['audit'], { DATABASE_URL: urlOf() })).code).toBe(0);
    const doctor = await runFanfare(['doctor', '--json'], { DATABASE_URL: urlOf(), ENCRYPTION_KEYS: KEYS });
    const { findings } = JSON.parse(doctor.stdout) as { findings: readonly Finding[] };
    const { port: first } = hosts.first;
    expect(findings.filter(({ check }) => /^(?:database|hosts|standby)$/.test(check))).toEqual([
      { check: 'database', state: 'ok', message: expect.stringMatching(/^PostgreSQL \d+ answers\.$/) },
      { check: 'hosts', state: 'ok', message: `127.0.0.1:${first}: standby, 127.0.0.1:${hosts.second.port}: primary.` },
      {
        check: 'standby',
        state: 'warning',
        message: expect.stringMatching(/^One standby follows asynchronously, /),
        fix: expect.any(String),
      },
    ]);
  });

  test('when none can be used, the answer names each with its reason and without the password', async () => {
    const closed = await freePort(0);
    const standby = pair.standbyUrl();
    const DATABASE_URL = hostsUrl([Object.assign(new URL(standby), { port: `${closed}` }).href, standby]);
    const { code, stdout, stderr } = await runFanfare(['audit'], { DATABASE_URL });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `fanfare: PostgreSQL does not answer at 127.0.0.1:${closed} (ECONNREFUSED). Is it running, and is DATABASE_URL right? PostgreSQL at 127.0.0.1:${portOf(standby)} cannot be used. The database is a standby.\n`,
    );
  });

  test('a primary that is killed is left for the promoted standby, also by the jobs', async () => {
    await pair.caughtUp();
    await pair.kill();
    expect((await publish('Meanwhile')).status).toBe(503);
    await pair.promoteStandby();
    expect(await published('Meanwhile')).toEqual(LIVE);
    const seen = looks;
    await server.db.query({ text: "insert into pgboss_v12.job (name) values ('find-due-posts')" });
    await until(async () => (looks > seen ? true : null));
    await renew(hosts.second);
  });

  test('a primary that only reads from now on is left', async () => {
    await pair.caughtUp();
    await pair.queryPrimary('alter system set default_transaction_read_only = on');
    await pair.queryPrimary('select pg_reload_conf()');
    // One post may be recorded before the setting takes effect: each has a key of its own.
    let requests = 0;
    const refused = await until(async () => {
      const content = `Refused ${++requests}`;
      return (await publish(content)).status === 503 ? content : null;
    });
    await pair.promoteStandby();
    expect(await published(refused)).toEqual(LIVE);
    await renew(hosts.first);
  });

  test('a primary that vanishes without a word is left, and takes nothing when it is back', async () => {
    expect(await published('Before')).toEqual(LIVE);
    await pair.caughtUp();
    hosts.second.setAway(true);
    hosts.second.vanish();
    await pair.promoteStandby();
    const read = () =>
      fetch(`${server.baseUrl}/api/v1/posts`, { headers: { Authorization: `Bearer ${ana.project.apiKey}` } });
    await until(async () => ((await read()).status === 200 ? true : null));

    // It still takes itself for the primary, and nobody reaches the new one for a moment.
    hosts.second.setAway(false);
    hosts.first.redirectTo(await freePort(0));
    hosts.first.cut();
    expect((await publish('To the new one')).status).toBe(503);
    hosts.first.redirectTo(portOf(pair.primaryUrl()));
    expect(await published('To the new one')).toEqual(LIVE);
    expect(await pair.query("select from posts where content = 'To the new one'")).toHaveLength(1);
    expect((await ana.posts()).slice(0, 3).map(({ text }) => text)).toEqual([
      'To the new one',
      'Before',
      expect.stringMatching(/^Refused \d+$/),
    ]);
    expect(server.log()).not.toContain('lacks commits');
    expect(server.log()).not.toContain(new URL(pair.primaryUrl()).password);
  });
});
