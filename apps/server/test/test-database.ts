import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** A separate database for a test file: a copy of the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateDatabase');
  const name = `${template.replace('template', 'test')}_${randomUUID().replaceAll('-', '')}`;
  await asAdmin((admin) => admin.query(`create database "${name}" template "${template}"`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asAdmin((admin) => admin.query(`drop database if exists "${name}" with (force)`)),
  };
}

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    // Copying a template allows no other session on it; files start concurrently, so the copies take turns.
    await admin.query('select pg_advisory_lock(4601)');
    await work(admin);
  } finally {
    await admin.end();
  }
}
