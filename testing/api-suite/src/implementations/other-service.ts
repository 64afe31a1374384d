import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceFault } from '../implementation.ts';
import { namesAnswered } from '../names-answered.ts';
import { askDatabase } from './ask-database.ts';
import { openGate } from './gate.ts';
import type { Service } from './start-service.ts';

/** A service with settings that the other one does not have, and a database that can be broken. */
export type OtherService = Service & {
  /** Breaks its database so that every answer has this code; returns a function that repairs it. */
  breakBy(code: ServiceFault, apiKey: string): Promise<() => Promise<void>>;
};

/** Settings of `docs/self-hosting.md`; `Inside.other` says what they change. */
const SETTINGS = {
  CONNECT_CONFIRM_PAGE: 'false',
  NODE_OPTIONS: namesAnswered({ 'intranet.example.com': '127.0.0.1', 'exempt.example.com': '127.0.0.1' }),
  EGRESS_ALLOWED_HOSTS: '127.0.0.1,exempt.example.com',
};
/** The table that every request with a key needs, read at most a second ago. */
const TABLE = 'api_keys';
const LOOK_EVERY_MS = 50;

/**
 * Starts a service on a new database of the PostgreSQL at `databaseUrl`, which it reaches through a
 * gate.
 */
export async function startOtherService(
  databaseUrl: string,
  start: (settings: Readonly<Record<string, string>>) => Promise<Service>,
): Promise<OtherService> {
  const name = `other_${Date.now().toString(36)}`;
  await askDatabase(databaseUrl, `create database ${name}`);
  const direct = withPath(databaseUrl, name);
  const gate = await openGate({ host: direct.hostname, port: Number(direct.port) });
  const through = new URL(direct);
  through.port = String(gate.port);
  const service = await start({ ...SETTINGS, DATABASE_URL: through.href });
  /** Until the key is not trusted any more. This route needs nothing but the key. */
  const untilRefused = async (apiKey: string): Promise<void> => {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const ask = () => fetch(`${service.baseUrl}/api/v1/platforms`, { headers });
    while ((await ask()).ok) await sleep(LOOK_EVERY_MS);
  };
  return {
    ...service,
    async breakBy(code, apiKey) {
      if (code === 'unavailable') {
        gate.close();
        await untilRefused(apiKey);
        return async () => gate.open();
      }
      await askDatabase(direct.href, `alter table ${TABLE} rename to ${TABLE}_away`);
      await untilRefused(apiKey);
      return async () => void (await askDatabase(direct.href, `alter table ${TABLE}_away rename to ${TABLE}`));
    },
    async stop() {
      await service.stop();
      await gate.stop();
    },
  };
}

function withPath(databaseUrl: string, name: string): URL {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url;
}
