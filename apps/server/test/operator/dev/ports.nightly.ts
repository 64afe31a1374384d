import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../../src/process/free-port.ts';
import { createTestDatabase } from '../../test-database.ts';
import { makeFolder, startDev } from './dev-process.ts';

const folders = [makeFolder(), makeFolder()];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function occupy(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return server;
}

test('two checkouts that start concurrently on taken ports both come up, on higher ports', async () => {
  const [port, sandboxPort] = [await freePort(20_000), await freePort(30_000)];
  const [taken, databases] = await Promise.all([
    Promise.all([occupy(port), occupy(sandboxPort)]),
    Promise.all(folders.map(() => createTestDatabase())),
  ]);
  const env = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const both = folders.map((folder, i) => startDev(folder, { ...env, DATABASE_URL: databases[i]!.url }));
  try {
    const states = await Promise.all(both.map(({ welcome }) => welcome));
    const ports = states.map(({ baseUrl }) => Number(new URL(baseUrl).port));
    const sandboxPorts = states.map(({ sandboxUrl }) => Number(new URL(sandboxUrl).port));
    for (const found of ports) expect(found).toBeGreaterThan(port);
    for (const found of sandboxPorts) expect(found).toBeGreaterThan(sandboxPort);
    expect(new Set([...ports, ...sandboxPorts]).size).toBe(4);
    // Each has its own parts.
    for (const { baseUrl, apiKey, accounts } of states) {
      const response = await fetch(`${baseUrl}/api/v1/accounts`, { headers: { Authorization: `Bearer ${apiKey}` } });
      const { accounts: listed } = (await response.json()) as { accounts: { id: string; status: string }[] };
      const active = listed.filter(({ status }) => status === 'active').map(({ id }) => id);
      expect(active).toEqual(expect.arrayContaining(Object.values(accounts)));
    }
  } finally {
    for (const dev of both) dev.press('SIGINT');
    await Promise.all(both.map(({ ended }) => ended));
    for (const server of taken) server.close();
    await Promise.all(databases.map((database) => database.drop()));
  }
});
