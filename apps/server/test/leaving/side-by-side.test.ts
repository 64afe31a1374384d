import { expect, test } from 'vitest';
import { removeAccount, removeTargets } from '../../src/leaving/removed-profiles.table.ts';
import { until } from '../until.ts';
import { type Person, useServer } from '../use-server.ts';
import { uuidOf } from './dump.ts';

const server = useServer();

async function accountOf({ account }: Person): Promise<{ projectId: string; id: string }> {
  const id = uuidOf(account.id);
  const { rows } = await server.db.query<{ project_id: string }>({
    text: 'select project_id from accounts where id = $1',
    values: [id],
  });
  return { projectId: rows[0]!.project_id, id };
}

test('of two profiles of one post, removed concurrently, the second sees that the post has no target left', async () => {
  const ana = await server.person('threads');
  const ben = await server.person('threads', { project: ana.project });
  const platforms = [ana, ben].map(({ account }) => ({ platform: 'threads', accountId: account.id }));
  const { body } = await ana.project.publish({ content: 'Both of us', platforms });
  const [first, second] = [await accountOf(ana), await accountOf(ben)];
  const steps = { connectedUntil: new Date(), limit: 200 };

  let other: Promise<unknown> | undefined;
  const removed = await server.db.transaction(async (tx) => {
    const removed = await removeTargets(tx, first, steps);
    other = server.db.transaction((tx) => removeTargets(tx, second, steps));
    await until(async () => {
      const { rowCount } = await server.db.query({
        text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      });
      return rowCount === 1 ? true : null;
    });
    return removed;
  });
  expect([removed, await other]).toEqual([
    { targets: 1, emptiedPosts: 0 },
    { targets: 1, emptiedPosts: 1 },
  ]);
  expect(await ana.project.read(body.post.id)).toMatchObject({ content: '', media: [], targets: [] });
});

test('targets with a write in flight are skipped, and the account stays until they are gone', async () => {
  const ana = await server.person('threads');
  await ana.publish({ content: 'Free' });
  const { body } = await ana.publish({ content: 'Held' });
  const account = await accountOf(ana);
  const connectedUntil = new Date();
  const remove = () => server.db.transaction((tx) => removeTargets(tx, account, { connectedUntil, limit: 200 }));
  const finish = () => server.db.transaction((tx) => removeAccount(tx, account, connectedUntil));
  await server.db.transaction(async (tx) => {
    await tx.query({
      text: 'select from targets where id = $1 for update',
      values: [uuidOf(body.post.targets[0]!.id)],
    });
    expect([await remove(), await remove(), await finish()]).toEqual([
      { targets: 1, emptiedPosts: 1 },
      { targets: 0, emptiedPosts: 0 },
      'busy',
    ]);
  });
  expect([await remove(), await finish(), await finish()]).toEqual([
    { targets: 1, emptiedPosts: 1 },
    'removed',
    'gone',
  ]);
});

test('an account that was reconnected at the last moment stays', async () => {
  const ana = await server.person('threads');
  const account = await accountOf(ana);
  const end = await server.db.transaction((tx) =>
    removeAccount(tx, account, new Date(Date.parse(ana.account.connectedAt) - 1)),
  );
  expect([end, await ana.read()]).toEqual(['new', ana.account]);
});
