import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { startServerProcess } from './server-process.ts';

const PROGRAM = fileURLToPath(new URL('own-network-program.ts', import.meta.url));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = (settings: Record<string, string>) =>
  startServerProcess(
    { DATABASE_URL: database.url, ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`, ...settings },
    PROGRAM,
  );

test("an installation's own program is the server, with one more platform", async () => {
  const server = start({ BIRD_URL: 'https://bird.example' });
  const description = await (await fetch(`${await server.ready}/openapi.yaml`)).text();
  expect(description.match(/^ +- bird$/gm)).toHaveLength(2);
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['an invalid setting of the network', { BIRD_URL: 'nowhere' }, 'BIRD_URL: must be an address, not "nowhere".\n'],
  [
    'a network with the name of a shipped one',
    { BIRD_URL: 'https://bird.example', BIRD_NAME: 'x' },
    'Two networks have the same platform name.\n',
  ],
])('the start ends with one sentence for %s', async (_name, settings, sentence) => {
  const { code, stderr } = await start(settings).ended;
  expect([code, stderr]).toEqual([1, sentence]);
});
