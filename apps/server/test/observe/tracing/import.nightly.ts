import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startServerProcess } from '../../composition/server-process.ts';
import { createTestDatabase } from '../../test-database.ts';

const SDK = new URL('./load-sdk.ts', import.meta.url).href;

test('a server has spans when an SDK is loaded with --import, and only then', async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}` };
  const outputWith = async (env: Record<string, string>): Promise<string[]> => {
    const server = startServerProcess({ ...settings, ...env });
    const baseUrl = await server.ready;
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    server.kill('SIGTERM');
    const { stdout } = await server.ended;
    return stdout.split('\n').filter((line) => line.startsWith('span '));
  };
  expect(await outputWith({ NODE_OPTIONS: `--import=${SDK}` })).toEqual(['span GET /healthz 200']);
  expect(await outputWith({})).toEqual([]);
  await database.drop();
});
