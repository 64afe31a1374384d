import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { startServerProcess } from './server-process.ts';

test('a server that starts warns of what the doctor would find in its settings, and works', async () => {
  const database = await createTestDatabase();
  const server = startServerProcess({
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    DATABASE_POOL: '9000',
    PUBLISH_PER_MINUTE: '5',
    LINKEDIN_CLIENT_SECRET: 'alone',
  });
  try {
    const baseUrl = await server.ready;
    const warnings = () =>
      server
        .stdout()
        .split('\n')
        .filter((line) => line.includes('"check"'))
        .map((line) => JSON.parse(line) as { level: number; check: string; fix: string; msg: string });
    await expect.poll(() => warnings().length).toBe(4);
    expect(warnings().map(({ level, check, fix, msg }) => [level, check, msg, fix])).toEqual([
      [
        40,
        'configuration',
        'No setting has these names, so they are ignored: PUBLISH_PER_MINUTE (did you mean PUBLISHES_PER_MINUTE?).',
        'Correct the names, see docs/self-hosting.md.',
      ],
      [
        40,
        'networks',
        'LINKEDIN_CLIENT_SECRET is set without LINKEDIN_CLIENT_ID.',
        'Set both. See docs/networks/linkedin.md.',
      ],
      [
        40,
        'address',
        'BASE_URL is not set: links and callbacks lead to HOST and PORT, so only this machine can use them.',
        'Set BASE_URL to the public https address.',
      ],
      [
        40,
        'connections',
        expect.stringMatching(/^One server needs 9004 connections .* PostgreSQL allows \d+; other programs use \d+\.$/),
        'Raise max_connections or the limit of the role, or lower DATABASE_POOL.',
      ],
    ]);
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    expect(server.stdout()).not.toContain('alone');
  } finally {
    server.kill('SIGTERM');
    await server.ended;
    await database.drop();
  }
});
