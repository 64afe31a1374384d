import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startServerProcess } from './server-process.ts';

test('a server that finds every connection taken waits for one, as an ordinary role', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `fanfare_crowded_${process.pid}_${randomBytes(4).toString('hex')}`;
  await admin.query(`create role "${name}" login password 'secret' connection limit 1`);
  await admin.query(`create database "${name}" owner "${name}"`);
  const url = new URL(inject('postgresUrl'));
  Object.assign(url, { username: name, password: 'secret', pathname: `/${name}` });
  const holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
  try {
    const server = startServerProcess({
      DATABASE_URL: url.href,
      ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    });
    await expect.poll(server.stdout).toContain('PostgreSQL accepts no connection yet; waiting');
    await admin.query(`alter role "${name}" connection limit 40`);
    const baseUrl = await server.ready;
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    server.kill('SIGTERM');
    const { code, stderr } = await server.ended;
    expect([code, stderr]).toEqual([0, '']);
  } finally {
    await holder.end();
    await admin.query(`drop database "${name}" with (force)`);
    await admin.query(`drop role "${name}"`);
    await admin.end();
  }
});
