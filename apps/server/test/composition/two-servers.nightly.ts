import { randomBytes } from 'node:crypto';
import type { Post } from '@fanfare/contract';
import { startSandbox } from '@fanfare/sandbox';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { createProject } from '../../src/operator/dev/dev-projects.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { ids } from '../../src/process/ids.ts';
import { openProject } from '../harness.ts';
import { startServerProcess } from './server-process.ts';

test('two servers that start concurrently on an empty database share it: each reads, replays and polls what the other published', async () => {
  const name = `fanfare_test_${process.pid}_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database "${name}"`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const sandbox = await startSandbox({ port: 0 });
  const env = {
    ...sandboxEnvironment(sandbox.url),
    FANFARE_ENV: 'development',
    DATABASE_URL: url.href,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  };
  const servers = [startServerProcess(env), startServerProcess(env)];
  try {
    const [one, other] = await Promise.all(servers.map(({ ready }) => ready));
    const db = openDatabase({ url: url.href, maxConnections: 1, onError: () => undefined });
    const apiKey = await createProject({ db, ids }, { name: 'Test', plan: 'self_hosted' });
    await db.close();
    const [here, there] = [openProject(one!, apiKey), openProject(other!, apiKey)];
    const account = await here.connect('linkedin');
    const request = { content: 'Seen from both', platforms: [{ platform: 'linkedin', accountId: account.id }] };
    const created = await there.publish(request, 'same-key');
    expect([created.status, created.body.post.status]).toEqual([201, 'published']);
    const replayed = await here.publish(request, 'same-key');
    expect([replayed.status, replayed.body]).toEqual([200, { ...created.body, replayed: true }]);
    const read = await here.call<{ post: Post }>('GET', `/api/v1/posts/${created.body.post.id}`);
    expect(read.body.post).toEqual(created.body.post);
  } finally {
    for (const server of servers) server.kill('SIGTERM');
    const ends = await Promise.all(servers.map(({ ended }) => ended));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    await sandbox.close();
    await admin.query(`drop database "${name}" with (force)`);
    await admin.end();
  }
});
