import pg from 'pg';
import { expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

// Of one address a page has a connection, and one waits.
const server = useServer({ env: { DATABASE_POOL_PAGES: '2', DATABASE_WAITING_PER_PROJECT: '1' } });

test.each([
  ['connect', '/connect/anything', 'connect_attempts', 'Nothing was connected'],
  ['sign-in', '/invitations/anything', 'invitations', 'Try again in a minute'],
])(
  'a %s page without a free connection is a page that says when to come back, and no error of the log',
  async (_, path, table, text) => {
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    const open = () => fetch(server.baseUrl + path, { headers: { Accept: 'text/html' } });
    const asked = [open(), open(), open()];
    const busy = await Promise.race(asked);
    expect([busy.status, busy.headers.get('Retry-After'), busy.headers.get('Content-Type')]).toEqual([
      ...[503, '1', 'text/html; charset=utf-8'],
    ]);
    const page = await busy.text();
    expect(page).toContain(text);
    expect(page).toContain(busy.headers.get('X-Request-Id'));
    await client.query('rollback');
    await client.end();
    const others = (await Promise.all(asked)).map(({ status }) => status).filter((status) => status === 503);
    expect(others).toHaveLength(1);
    expect(server.log()).not.toContain('a page failed unexpectedly');
  },
);
