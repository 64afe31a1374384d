import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';

export type TestSession = {
  readonly id: string;
  readonly cookie: { readonly name: string; readonly value: string };
  /** Ends it on the server; the browser keeps its cookie. */
  end(): Promise<void>;
};

/** Runs one statement in the database of a service. */
export async function runSql(databaseUrl: string, text: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text, [...values]).finally(() => client.end());
}

/**
 * Signs a new person in, as owner of the workspace of a key's project. `apps/server/test/sign-in`
 * tests the way there.
 */
export async function signIn({
  databaseUrl,
  apiKey,
}: {
  readonly databaseUrl: string;
  readonly apiKey: string;
}): Promise<TestSession> {
  const secret = randomBytes(32).toString('base64url');
  const [id, userId] = [randomUUID(), randomUUID()];
  const run = (text: string, values: readonly unknown[]) => runSql(databaseUrl, text, values);
  await run(
    `with person as (insert into users (id, email) values ($1, $2)),
          member as (insert into memberships (workspace_id, user_id, role)
                     select workspace_id, $1, 'owner' from projects
                     where id = (select project_id from api_keys where key_sha256 = $3))
     insert into sessions (id, user_id, secret_sha256, user_agent, expires_at)
     values ($4, $1, $5, 'Firefox/140.0 (Linux)', now() + interval '1 day')`,
    [userId, `${userId.slice(0, 8)}@example.com`, sha256(apiKey), id, sha256(secret)],
  );
  return {
    id,
    cookie: { name: 'fanfare-session', value: secret },
    end: () => run('delete from sessions where user_id = $1', [userId]),
  };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
