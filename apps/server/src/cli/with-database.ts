import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDatabaseUrl } from '../config.ts';
import { type DatabasePool, DatabaseUnavailable, openDatabase } from '../db/database.ts';
import { openDevFolder } from '../dev/dev-state.ts';
import { say } from './say.ts';

const DEV_FOLDER = fileURLToPath(new URL('../../../../.fanfare', import.meta.url));

/** An expected end of a command: told in one sentence, with exit code 1 and no stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** DATABASE_URL, or the database of the development service that runs from this folder. */
export function findDatabaseUrl(): string {
  const url = readDatabaseUrl() ?? openDevFolder(path.resolve(DEV_FOLDER)).read().databaseUrl;
  if (!url) {
    throw new CommandError(
      'DATABASE_URL is not set and no development service runs from this folder. Set it: DATABASE_URL=postgres://user:password@host:5432/fanfare',
    );
  }
  return url;
}

/** Opens the database for one command, closes it after, and tells an expected failure in one sentence. */
export async function withDatabase(work: (db: DatabasePool) => Promise<void>): Promise<void> {
  await orTell(async () => {
    const db = openDatabase({ url: findDatabaseUrl(), maxConnections: 2, onError: () => undefined });
    try {
      await work(db);
    } finally {
      await db.close();
    }
  });
}

export async function orTell(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = expectedReason(error);
    if (reason === null) throw error;
    say.error(reason);
    process.exitCode = 1;
  }
}

/** What is wrong with the surroundings, or null when it is this program. */
function expectedReason(error: unknown): string | null {
  if (error instanceof CommandError) return error.message;
  // `migrate` speaks to PostgreSQL by itself; everything else through the pool, which wraps what it hears.
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const isExpected = ['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000', '42P01'].includes(code);
  return isExpected && cause instanceof Error ? cause.message : null;
}
