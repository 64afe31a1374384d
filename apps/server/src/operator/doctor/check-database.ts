import { ConfigError } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { explainDatabaseFailure } from '../../db/database-failure.ts';
import { DatabaseUnavailable } from '../../db/database-unavailable.ts';
import { requireSessions } from '../../db/require-sessions.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { readServerFacts, type ServerFacts } from './server-facts.table.ts';

/** Oldest supported PostgreSQL (postgresql.org/support/versioning, checked 2026-11). */
const OLDEST = 15;
/** Connections of a server beside DATABASE_POOL. */
const MORE = 4;

type Deps = { readonly db: Database; readonly databaseUrl: string; readonly pool: number };

/** Checks version, sessions, connections and durability. The first finding is about the answer. */
export async function checkDatabase({ db, databaseUrl, pool }: Deps): Promise<readonly [Finding, ...Finding[]]> {
  let facts: ServerFacts;
  try {
    facts = await readServerFacts(db);
    await requireSessions(databaseUrl);
  } catch (error) {
    return [explain(error, databaseUrl)];
  }
  return [judgeVersion(facts), judgeConnections(facts, pool), judgeDurability(facts)];
}

export function judgeVersion({ version }: Pick<ServerFacts, 'version'>): Finding {
  const major = Math.floor(version / 10_000);
  return major < OLDEST
    ? problem('database', `PostgreSQL ${major} answers.`, `Upgrade it to PostgreSQL ${OLDEST} or newer.`)
    : ok('database', `PostgreSQL ${major} answers.`);
}

/** Judges whether PostgreSQL has the connections of one server with this `pool`. */
export function judgeConnections({ allowed, others }: ServerFacts, pool: number): Finding {
  const needed = pool + MORE;
  const facts = `One server needs ${needed} connections (DATABASE_POOL and ${MORE} more). PostgreSQL allows ${allowed}; other programs use ${others}.`;
  if (allowed < needed)
    return problem('connections', facts, 'Raise max_connections or the limit of the role, or lower DATABASE_POOL.');
  return allowed - others < needed
    ? warning('connections', facts, 'Close other connections, raise max_connections, or lower DATABASE_POOL.')
    : ok('connections', facts);
}

function judgeDurability({ unsafe }: ServerFacts): Finding {
  return unsafe.length === 0
    ? ok('durability', 'PostgreSQL keeps what it has committed.')
    : warning(
        'durability',
        `PostgreSQL may lose committed data in a crash: ${unsafe.join(', ')} is off. Posts may then be published twice.`,
        `Turn on: ${unsafe.join(', ')}.`,
      );
}

function explain(error: unknown, databaseUrl: string): Finding {
  if (error instanceof ConfigError) return problem('database', error.message, 'See PgBouncer in docs/self-hosting.md.');
  const message = explainDatabaseFailure(error, databaseUrl);
  if (message === null && !(error instanceof DatabaseUnavailable)) throw error;
  return problem(
    'database',
    message ?? 'PostgreSQL does not answer.',
    'Correct DATABASE_URL or PostgreSQL, then run this again.',
  );
}
