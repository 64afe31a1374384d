import { once } from 'node:events';
import { openDatabase } from '../db/database.ts';
import { findEventDifferences } from '../events/audit-events.table.ts';
import type { Logger } from '../log/log.ts';
import { findDifferences } from './audit.table.ts';

/** Longer than for other statements, as it reads whole tables. */
const statementTimeoutMs = 600_000;

type Deps = { readonly databaseUrl: string; readonly log: Logger };

/** Runs the checks of `fanfare audit`. A stop does not wait for it. */
export async function audit({ databaseUrl, log }: Deps, stopping: AbortSignal): Promise<{ differences: number }> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 1, statementTimeoutMs, onError: () => undefined });
  const compare = async () => (await findDifferences(db)).length + (await findEventDifferences(db)).length;
  const stopped = once(stopping, 'abort').then(() => Promise.reject(stopping.reason));
  const differences = await Promise.race([compare().finally(db.close), stopped]);
  if (differences > 0) log.error({ differences }, 'the audit found differences: run "fanfare audit" to see them');
  return { differences };
}
