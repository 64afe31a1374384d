import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** A separate database for a test file: a copy of the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateDatabase');
  const name = `${template.replace('template', 'test')}_${randomUUID().replaceAll('-', '')}`;
  // As files: written to the log, page by page, a copy takes three times as long.
  await asAdmin(`create database "${name}" template "${template}" strategy file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`drop database if exists "${name}" with (force)`) };
}

let admin: Promise<pg.Client> | null = null;

/**
 * One connection for all files of a worker: to open one takes longer than to copy a database. It
 * ends with the worker.
 */
async function connectAsAdmin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  return client;
}

async function asAdmin(statement: string): Promise<void> {
  admin ??= connectAsAdmin();
  const client = await admin;
  // Copying a template allows no other session on it; files start concurrently, so the copies take
  // turns.
  await client.query('select pg_advisory_lock(4601)');
  try {
    await client.query(statement);
  } finally {
    await client.query('select pg_advisory_unlock(4601)');
  }
}
