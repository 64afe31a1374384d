import { randomUUID } from 'node:crypto';
import pg from 'pg';

export type ServiceDatabase = { readonly url: string; drop(): Promise<void> };

/**
 * A migrated database for one service, in the PostgreSQL that a whole run of the tests shares
 * (`testing/run-tests.ts`). Null in a run of some files: a service has its own PostgreSQL there, as
 * `pnpm dev` does.
 */
export async function createServiceDatabase(): Promise<ServiceDatabase | null> {
  const { TEST_DATABASE_URL: adminUrl, TEST_TEMPLATE: template } = process.env;
  if (!adminUrl || !template) return null;
  const name = `fanfare_service_${randomUUID().replaceAll('-', '')}`;
  await run(adminUrl, `create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(adminUrl, `drop database ${name} with (force)`) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
