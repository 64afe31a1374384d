import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/operator/embedded-postgres/start-embedded-postgres.ts';
import { startCuttingProxy } from '../chaos/cutting-proxy.ts';
import { errorBody } from '../error-body.ts';
import { startTestServer } from '../harness.ts';
import { until } from '../until.ts';
import { personOf } from '../use-server.ts';

const DATABASE = 'fanfare_failover';
const portOf = ({ url }: EmbeddedPostgres): number => Number(new URL(url).port);

test('a primary that was demoted is not ready, refuses with 503, and loses its connections to the new primary', async () => {
  const first = mkdtempSync(path.join(tmpdir(), 'fanfare-first-'));
  const second = `${first}-second`;
  const start = (home: string) => startEmbeddedPostgres({ home, settings: { fsync: 'off' } });
  let old = await start(first);
  const running = new Set([old]);
  const admin = new pg.Client({ connectionString: old.url });
  await admin.connect();
  await admin.query(`create database ${DATABASE}`);
  await admin.end();
  await migrate(old.urlOf(DATABASE));
  const proxy = await startCuttingProxy(portOf(old));
  const relayed = Object.assign(new URL(old.urlOf(DATABASE)), { port: String(proxy.port) }).href;
  const server = await startTestServer({ database: async () => ({ url: relayed, drop: async () => undefined }) });
  const readiness = async () => {
    const response = await fetch(`${server.baseUrl}/readyz`);
    return [response.status, await response.text()];
  };
  try {
    const ana = await personOf(server, 'x');
    expect((await ana.publish({ content: 'Before' }, 'before')).status).toBe(201);

    // The machine comes back as a standby. It accepts connections, and they stay open.
    await old.stop();
    running.delete(old);
    execFileSync('cp', ['-a', `${first}/.`, second]);
    writeFileSync(path.join(first, 'data', 'standby.signal'), '');
    expect(existsSync(path.join(second, 'data', 'PG_VERSION'))).toBe(true);
    old = await start(first);
    running.add(old);
    proxy.redirectTo(portOf(old));
    await until(async () => ((await readiness())[1] === '{"status":"database read-only"}' ? true : null));
    expect((await readiness())[0]).toBe(503);
    const reply = await ana.publish({ content: 'Meanwhile' }, 'meanwhile');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    expect(reply.body).toEqual(
      errorBody(reply, 'unavailable', 'The service has a database that cannot work now. Send the same request again.'),
    );

    // New connections lead to the new primary. Nobody ends the old ones.
    const primary = await start(second);
    running.add(primary);
    proxy.redirectTo(portOf(primary));
    const after = await until(async () => {
      const again = await ana.publish({ content: 'Meanwhile' }, 'meanwhile');
      return again.status === 503 ? null : again;
    });
    expect([after.status, after.body.post.status]).toEqual([201, 'published']);
    expect(await readiness()).toEqual([200, '{"status":"ready"}']);
    expect((await ana.posts()).map(({ text }) => text)).toEqual(['Meanwhile', 'Before']);
  } finally {
    await server.stop();
    await proxy.close();
    await Promise.all([...running].map((postgres) => postgres.stop()));
    for (const home of [first, second]) rmSync(home, { recursive: true, force: true });
  }
});
