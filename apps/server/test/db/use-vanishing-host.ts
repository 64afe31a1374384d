import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '@fanfare/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { type SwallowingProxy, startSwallowingProxy } from '../swallowing-proxy.ts';
import { createTestDatabase } from '../test-database.ts';
import { until } from '../until.ts';
import type { Person } from '../use-server.ts';

export const STATEMENT_MS = 1_500;
/** A multiple of how long a statement is waited for, so that only a wait without end exceeds it. */
const SOON_MS = 60_000;

export const within = async <T>(work: Promise<T>): Promise<T> => {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('not answered')), SOON_MS).unref());
  return Promise.race([work, late]);
};

/** A server whose database is behind a proxy that can lose its host. */
export function useVanishingHost() {
  let proxy: SwallowingProxy;
  let relayed = '';
  let server: TestServer;
  let looks = 0;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = await startSwallowingProxy(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    relayed = url.href;
    server = await startTestServer({
      database: async () => database,
      env: { DATABASE_URL: relayed },
      options: {
        statementTimeoutMs: STATEMENT_MS,
        keyWaitMs: 1_000,
        startJobs: (deps) =>
          startJobs({
            ...deps,
            times: { startAfterMs: 0, startAgainMs: 100, scheduledSeconds: 0.5 },
            runs: { ...deps.runs, 'find-due-posts': async () => void looks++ },
          }),
      },
    });
  });
  afterAll(async () => {
    proxy.setAway(false);
    await server.stop();
    await proxy.close();
  });

  const readiness = async () => {
    const response = await fetch(`${server.baseUrl}/readyz`);
    return [response.status, await response.text()];
  };
  /**
   * The limiter of requests fails open without its database, and its headers are missing then. So
   * answers are not compared with openapi.yaml.
   */
  const publish = async (ana: Person, content: string, idempotencyKey: string) => {
    const response = await within(
      fetch(`${server.baseUrl}/api/v1/posts`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ana.project.apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ idempotencyKey, content, platforms: [{ platform: 'x', accountId: ana.account.id }] }),
      }),
    );
    const body = (await response.json()) as { post: Post; error: { message: string } };
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  };
  return {
    get proxy() {
      return proxy;
    },
    get server() {
      return server;
    },
    /** Address of the database behind the proxy. */
    get relayed() {
      return relayed;
    },
    /** Runs of a job. */
    looks: () => looks,
    readiness,
    publish,
    /** Repeats a request until it is not refused any more, as callers do. */
    publishUntilAnswered: (ana: Person, content: string, key: string) =>
      until(async () => {
        const reply = await publish(ana, content, key);
        if (reply.status !== 503) return reply;
        expect(reply.retryAfter).toBe('5');
        // A part of that, or sixteen callers would keep the machine busy with refusals.
        await sleep(500);
        return null;
      }),
    /** Opens connections of every pool. */
    warm: (ana: Person) =>
      Promise.all([
        ...Array.from({ length: 6 }, (_, n) => ana.publish({ content: `Warm ${n} ${performance.now()}` })),
        ana.project.call('GET', '/api/v1/posts'),
        ana.project.call('GET', '/api/v1/accounts'),
        fetch(`${server.baseUrl}/sign-in`),
        readiness(),
      ]),
  };
}
