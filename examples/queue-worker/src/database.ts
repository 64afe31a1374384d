import type { DevService } from '@fanfare/harness';

/** The database of the app's jobs: here the PostgreSQL of `pnpm dev`, unless DATABASE_URL names another. */
export function databaseOf({ databaseUrl }: DevService): string {
  if (databaseUrl !== null) return databaseUrl;
  throw new Error('The queue lives in PostgreSQL: name one by DATABASE_URL, or use the one of "pnpm dev".');
}
