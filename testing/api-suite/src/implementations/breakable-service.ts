import { setTimeout as sleep } from 'node:timers/promises';
import * as dev from '@fanfare/harness/testing';
import type { ServiceFault } from '../implementation.ts';
import { askDatabase } from './ask-database.ts';
import { openGate } from './gate.ts';
import { readServerPrograms } from './server-programs.ts';

/** A separate service whose database can be broken. */
export type BreakableService = {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Breaks its database so that every answer has this code; returns a function that repairs it. */
  breakBy(code: ServiceFault): Promise<() => Promise<void>>;
  stop(): Promise<void>;
};

/** The table that every request with a key needs, read at most a second ago. */
const TABLE = 'api_keys';
const LOOK_EVERY_MS = 50;

/** Starts a service on a new database of the PostgreSQL at `databaseUrl`, which it reaches through a gate. */
export async function startBreakableService(databaseUrl: string): Promise<BreakableService> {
  const name = `broken_${Date.now().toString(36)}`;
  await askDatabase(databaseUrl, `create database ${name}`);
  const direct = withPath(databaseUrl, name);
  const gate = await openGate({ host: direct.hostname, port: Number(direct.port) });
  const through = new URL(direct);
  through.port = String(gate.port);
  const { baseUrl, apiKey, stop } = await dev.startService({
    ...readServerPrograms().settings,
    DATABASE_URL: through.href,
  });
  /** Until the key is not trusted any more. This route needs nothing but the key. */
  const untilRefused = async (): Promise<void> => {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const ask = () => fetch(`${baseUrl}/api/v1/platforms`, { headers });
    while ((await ask()).ok) await sleep(LOOK_EVERY_MS);
  };
  return {
    baseUrl,
    apiKey,
    async breakBy(code) {
      if (code === 'unavailable') {
        gate.close();
        await untilRefused();
        return async () => gate.open();
      }
      await askDatabase(direct.href, `alter table ${TABLE} rename to ${TABLE}_away`);
      await untilRefused();
      return async () => void (await askDatabase(direct.href, `alter table ${TABLE}_away rename to ${TABLE}`));
    },
    async stop() {
      await stop();
      await gate.stop();
    },
  };
}

function withPath(databaseUrl: string, name: string): URL {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url;
}
