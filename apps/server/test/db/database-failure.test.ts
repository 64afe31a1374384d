import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { explainDatabaseFailure } from '../../src/db/database-failure.ts';
import { migrate } from '../../src/db/migrate.ts';

/**
 * Returns what an operator reads when this address does not work, from the pool and from the
 * migration alike.
 */
async function sentenceOn(url: string): Promise<string | null> {
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined });
  const byPool = await db.query({ text: 'select 1 from instance' }).catch((error: unknown) => error);
  await db.close();
  const byUpdate = await migrate(url).catch((error: unknown) => error);
  const sentences = [byPool, byUpdate].map((error) => explainDatabaseFailure(error, url));
  expect(sentences[1]).toBe(sentences[0]);
  return sentences[0]!;
}

const withPart = (change: (url: URL) => void): string => {
  const url = new URL(inject('postgresUrl'));
  change(url);
  return url.href;
};

describe('an error that the operator can fix is one sentence:', () => {
  test('no server answers', async () => {
    expect(await sentenceOn('postgres://fanfare:hunter2@127.0.0.1:1/fanfare')).toBe(
      'PostgreSQL does not answer at 127.0.0.1:1 (ECONNREFUSED). Is it running, and is DATABASE_URL right?',
    );
  });

  test('the host is unknown', async () => {
    expect(await sentenceOn('postgres://fanfare:hunter2@no-such-host.invalid:5432/fanfare')).toMatch(
      /^The host of DATABASE_URL is not known: no-such-host\.invalid:5432 \((?:ENOTFOUND|EAI_AGAIN)\)\.$/,
    );
  });

  test('the password is wrong', async () => {
    const url = withPart((address) => {
      address.password = 'hunter2';
    });
    const sentence = await sentenceOn(url);
    expect(sentence).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:\d+ refuses the user "fanfare": .* Check the user and password in DATABASE_URL\.$/,
    );
    expect(sentence).not.toContain('hunter2');
  });

  test('the database does not exist', async () => {
    const name = `nothing_${randomBytes(4).toString('hex')}`;
    const url = withPart((address) => {
      address.pathname = `/${name}`;
    });
    expect(await sentenceOn(url)).toMatch(
      new RegExp(`^PostgreSQL at \\S+ has no database "${name}"\\. Create it first: createdb ${name}$`),
    );
  });
});

test('a database without tables needs a migration', async () => {
  const url = inject('postgresUrl');
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined });
  const error = await db.query({ text: 'select 1 from instance' }).catch((reason: unknown) => reason);
  await db.close();
  expect(explainDatabaseFailure(error, url)).toMatch(
    /does not have the schema that this version needs\. Run: pnpm fanfare migrate$/,
  );
});

test('our own defect is not explained away', async () => {
  const url = inject('postgresUrl');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const refused = await client.query('select 1/0').catch((error: unknown) => error);
  await client.end();
  for (const error of [refused, new TypeError('x is not a function'), 'text', undefined]) {
    expect(explainDatabaseFailure(error, url)).toBe(null);
  }
});
