import type { DevService } from '@fanfare/harness';

/** The database of the app's jobs: the PostgreSQL of `pnpm dev`, or DATABASE_URL. */
export function databaseOf({ databaseUrl }: DevService): string {
  if (databaseUrl !== null) return databaseUrl;
  throw new Error('The queue lives in PostgreSQL: name one by DATABASE_URL, or use the one of "pnpm dev".');
}
