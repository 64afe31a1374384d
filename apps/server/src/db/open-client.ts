import pg from 'pg';
import { PROBES } from './database.ts';
import { NO_LIMITS, sessionSettings } from './session.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_MS = 30_000;

/** Opens one connection with our session settings, for short statements of a command. */
export async function openClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_MS,
    ...PROBES,
  });
  // A broken connection rejects every statement and also emits this event.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sessionSettings(NO_LIMITS));
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}
