import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../harness.ts';
import { startSwallowingProxy } from '../../swallowing-proxy.ts';
import { until } from '../../until.ts';
import { personOf } from '../../use-server.ts';
import { findSystemPostgres } from '../recovery/system-postgres.ts';
import { hostsUrl, startStandbyPair } from './standby-pair.ts';

/**
 * Longest time for which a primary that vanished or only reads is used, with the time limits of the
 * service.
 */
const LEFT_MS = 20_000;
const CALLERS = 4;

const portOf = (url: string): number => Number(new URL(url).port);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/**
 * A server on a primary and a standby, and how long its callers go without success while `happen`
 * runs.
 */
async function start() {
  const pair = await startStandbyPair();
  ends.push(pair.stop);
  const [primary, standby] = [
    await startSwallowingProxy(portOf(pair.primaryUrl())),
    await startSwallowingProxy(portOf(pair.standbyUrl())),
  ];
  ends.push(primary.close, standby.close);
  const urls = [primary, standby].map(
    ({ port }) => Object.assign(new URL(pair.primaryUrl()), { port: `${port}` }).href,
  );
  const url = hostsUrl(urls, '?target_session_attrs=read-write');
  const server = await startTestServer({ database: async () => ({ url, drop: async () => undefined }) });
  ends.push(server.stop);
  const ana = await personOf(server, 'x');
  const publish = async (content: string): Promise<number> => {
    const response = await fetch(`${server.baseUrl}/api/v1/posts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ana.project.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        idempotencyKey: content,
        content,
        platforms: [{ platform: 'x', accountId: ana.account.id }],
      }),
    });
    return response.status;
  };
  /** Returns the time until the first success. */
  const successAfter = async (happen: () => Promise<unknown>): Promise<number> => {
    for (let n = 0; n < CALLERS; n++) expect(await publish(`Before ${n}`)).toBe(201);
    await pair.caughtUp();
    const startedAt = performance.now();
    await happen();
    const call = (n: number) =>
      until(async () => {
        if ((await publish(`Meanwhile ${n}`)) === 201) return performance.now() - startedAt;
        await sleep(200);
        return null;
      });
    return Math.min(...(await Promise.all(Array.from({ length: CALLERS }, (_, n) => call(n)))));
  };
  return { pair, primary, successAfter };
}

describe.skipIf(findSystemPostgres() === null)('with the time limits of the service (Debian: postgresql)', () => {
  test('a primary that vanishes without a word is left within 20 seconds', async () => {
    const { pair, primary, successAfter } = await start();
    const ms = await successAfter(async () => {
      primary.setAway(true);
      primary.vanish();
      await pair.promoteStandby();
    });
    console.log(`vanished: the first success after ${(ms / 1_000).toFixed(1)} s`);
    expect(ms).toBeLessThan(LEFT_MS);
  });

  test('a primary that only reads is left within two seconds of the promotion', async () => {
    const { pair, successAfter } = await start();
    const ms = await successAfter(async () => {
      await pair.queryPrimary('alter system set default_transaction_read_only = on');
      await pair.queryPrimary('select pg_reload_conf()');
      await pair.promoteStandby();
    });
    console.log(`read-only: the first success after ${(ms / 1_000).toFixed(1)} s`);
    expect(ms).toBeLessThan(2_000);
  });
});
