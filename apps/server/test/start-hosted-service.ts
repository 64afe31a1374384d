import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServiceDatabase } from '@fanfare/harness/testing';
import { startSandbox } from '@fanfare/sandbox';
import { startServer } from '../src/composition/start-server.ts';
import { readConfig } from '../src/config/config.ts';
import { createLogger } from '../src/log/log.ts';
import { type DevState, openDevFolder } from '../src/operator/dev/dev-state.ts';
import { serverEnvironment } from '../src/operator/dev/server-environment.ts';
import { setUpProject } from '../src/operator/dev/set-up-project.ts';

export type HostedService = { readonly folder: string; readonly state: DevState; stop(): Promise<void> };

/** Starts what `pnpm dev` starts, as parts of this process, on a copy of the migrated database. */
export async function startHostedService(inherited: Readonly<Record<string, string>>): Promise<HostedService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-service-'));
  chmodSync(folder, 0o755);
  const { encryptionKeys, write } = openDevFolder(folder);
  const [database, sandbox] = await Promise.all([createServiceDatabase(), startSandbox()]);
  if (!database) throw new Error('There is no migrated database to copy: TEST_DATABASE_URL, TEST_TEMPLATE.');
  const parts = { sandboxUrl: sandbox.url, databaseUrl: database.url };
  // On any free port, which gives the server its address.
  const listening = { port: 0, baseUrl: '' };
  const settings = serverEnvironment({ ...parts, ...listening, inherited, encryptionKeys });
  const config = readConfig({ ...inherited, ...settings });
  const log = createLogger(config.logLevel, (line) => process.stderr.write(line));
  const server = await startServer(config, { log });
  await server.openSetup();
  const at = { ...parts, baseUrl: server.baseUrl };
  const project = await setUpProject({ ...at, last: {}, proceed: () => undefined });
  const state = { ...at, docsUrl: `${at.baseUrl}/docs`, pid: process.pid, ...project };
  write(state);
  return {
    folder,
    state,
    async stop() {
      await server.stop();
      await sandbox.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
