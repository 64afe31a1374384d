import type pg from 'pg';
import { hostsOf } from './database-hosts.ts';
import { NO_LIMITS, sessionSettings } from './session.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_MS = 30_000;

/** Opens one connection with our session settings, for short statements of a command. */
export async function openClient(databaseUrl: string): Promise<pg.Client> {
  const hosts = hostsOf(databaseUrl);
  const client = await hosts.open({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: ANSWER_MS });
  try {
    await client.query(sessionSettings(NO_LIMITS, hosts));
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}
