import { expect, test } from 'vitest';
import { changeAccountStatus } from '../../../src/accounts/accounts.table.ts';
import type { Database } from '../../../src/db/database.ts';
import { ids } from '../../../src/process/ids.ts';
import { settlePublished } from '../../../src/publishing/settled-targets.table.ts';
import type { TargetRow } from '../../../src/publishing/targets.table.ts';
import { intend } from '../../../src/publishing/write-intents.table.ts';
import { leaseOf, useEvents } from '../../events/use-events.ts';
import { until } from '../../until.ts';

const events = useEvents();

/** So many projects with a post of two targets each, in the order of their keys. */
async function projects(count: number): Promise<readonly TargetRow[]> {
  const targets: TargetRow[] = [];
  for (let n = 0; n < count; n++) targets.push(...(await events.post(await events.project(), 2)));
  return targets.toSorted((a, b) => (a.projectId + a.id < b.projectId + b.id ? -1 : 1));
}

const intentOf = (target: TargetRow, id = ids.uuid()) => ({
  ...{ ...leaseOf(target), id, accountId: target.accountId },
  ...{ kind: 'publish' as const, ordinal: 0, handle: null },
});

const intended = async (targets: readonly TargetRow[], db: Database = events.db) => {
  const asked = targets.map((target) => intentOf(target));
  return { asked, outcomes: await intend(db, asked, 600) };
};

/** Reads what is stored of a target and its project once it has settled. */
async function stored({ projectId, id }: TargetRow): Promise<unknown> {
  const { rows } = await events.db.query({
    text: `select t.status, t.phase, t.done, t.platform_post_id = t.id::text as "isItsOwn", i.state, i.remote_id = t.id::text as "isKnown", r.state as units,
             u.units as billed, q.used, q.reserved, v.type
           from targets t join write_intents i on i.project_id = t.project_id and i.target_id = t.id
             join reservations r on r.project_id = t.project_id and r.subject = 'target:' || t.id
             join usage_events u on u.project_id = t.project_id and u.subject = r.subject
             join quota_periods q on q.project_id = t.project_id
             join events v on v.project_id = t.project_id and v.target_id = t.id
           where t.project_id = $1 and t.id = $2`,
    values: [projectId, id],
  });
  return rows;
}

const endOf = (target: TargetRow, intentId: string) => ({
  ...{ ...leaseOf(target), intentId, eventId: ids.uuid(), platformPostId: target.id, url: 'https://example.com/1' },
});

test('targets of several projects are intended and settled by one statement each, and each project is billed for its own', async () => {
  const targets = (await projects(3)).toReversed();
  const { asked, outcomes } = await intended(targets);
  expect(outcomes.map(({ state }) => state)).toEqual(targets.map(() => 'intended'));
  const rows = await settlePublished(
    events.db,
    targets.map((target, n) => endOf(target, asked[n]!.id)),
  );
  expect(rows.map((row) => row?.id)).toEqual(targets.map(({ id }) => id));
  for (const target of targets)
    expect(await stored(target)).toEqual([
      {
        ...{ status: 'published', phase: 'done', done: true, isItsOwn: true, state: 'accepted', isKnown: true },
        ...{ units: 'billed', billed: 1, used: 2, reserved: 0, type: 'target.published' },
      },
    ]);
});

test('each intent of a statement is judged by its own lease, account and journal', async () => {
  const targets = await projects(4);
  const [fine, overtaken, disconnected, second] = [0, 2, 4, 6].map((n) => targets[n]!);
  await intended([second!]);
  await changeAccountStatus(events.db, {
    ...{ projectId: disconnected!.projectId, id: disconnected!.accountId },
    ...{ from: ['active'], to: 'revoked', reason: 'disconnected' },
  });
  const asked = [fine!, { ...overtaken!, leaseToken: 7 }, disconnected!, second!];
  const { outcomes } = await intended(asked);
  expect(outcomes.map(({ state }) => state)).toEqual(['intended', 'lease_lost', 'account_not_active', 'lease_lost']);
  const { rows } = await events.db.query({
    text: 'select target_id from write_intents where project_id = any($1) order by target_id',
    values: [asked.map(({ projectId }) => projectId)],
  });
  expect(rows).toEqual(
    [fine!, second!].map(({ id }) => ({ target_id: id })).toSorted((a, b) => (a.target_id < b.target_id ? -1 : 1)),
  );
});

test('an intent that is asked for again after a lost answer is the one that was recorded, in a statement over projects as well', async () => {
  const [one, two] = await projects(1);
  const [first, other] = [intentOf(one!), intentOf(two!)];
  const [recorded] = await intend(events.db, [first], 600);
  expect(recorded?.state).toBe('intended');
  const again = await intend(events.db, [other, first], 600);
  expect(again).toEqual([{ state: 'intended', intendedAt: expect.any(Number) }, recorded]);
});

const isWaiting = () =>
  until(async () => {
    const { rowCount } = await events.db.query({
      text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    });
    return rowCount === 1 ? true : null;
  });

const ROWS = {
  target: ['targets', 'id', ({ id }: TargetRow) => id],
  account: ['accounts', 'id', ({ accountId }: TargetRow) => accountId],
  counter: ['quota_periods', 'project_id', ({ projectId }: TargetRow) => projectId],
} as const;

/** Locks the row of a target. Fails when another statement has locked it. */
const lock = (tx: Database, row: keyof typeof ROWS, target: TargetRow) => {
  const [table, column, keyOf] = ROWS[row];
  return tx.query({ text: `select from ${table} where ${column} = $1 for update nowait`, values: [keyOf(target)] });
};

test.each([
  ['intents', 'target'],
  ['intents', 'account'],
  ['settles', 'target'],
  ['settles', 'counter'],
] as const)(
  '%s lock each %s in the order of its key: who waits for the first holds none of the later ones',
  async (what, row) => {
    const [first, , last] = await projects(2);
    const ends: ReturnType<typeof endOf>[] = [];
    if (what === 'settles') {
      const { asked } = await intended([last!, first!]);
      ends.push(endOf(last!, asked[0]!.id), endOf(first!, asked[1]!.id));
    }
    const waiting = await events.db.transaction(async (tx) => {
      await lock(tx, row, first!);
      const answer = what === 'intents' ? intended([last!, first!]) : settlePublished(events.db, ends);
      await isWaiting();
      await lock(tx, row, last!);
      return { answer };
    });
    await waiting.answer;
  },
);

test.each(['target', 'counter'] as const)('a statement gives up on a locked %s and changes nothing', async (row) => {
  const [free, , locked] = await projects(2);
  const { asked } = await intended([free!, locked!]);
  const ends = [endOf(free!, asked[0]!.id), endOf(locked!, asked[1]!.id)];
  await events.db.transaction(async (tx) => {
    await lock(tx, row, locked!);
    await expect(settlePublished(events.db, ends, 50)).rejects.toMatchObject({ code: '55P03' });
    if (row === 'target')
      await expect(
        intend(
          events.db,
          [free!, locked!].map((target) => intentOf(target)),
          600,
          50,
        ),
      ).rejects.toMatchObject({
        code: '55P03',
      });
  });
  expect(await stored(free!)).toEqual([]);
  expect((await settlePublished(events.db, ends)).map((settled) => settled?.id)).toEqual([free!.id, locked!.id]);
});

test('targets of other projects settle while the counter of one is locked, and that one settles once it is free', async () => {
  const [locked, , free, late] = await projects(2);
  const settle = async (target: TargetRow) => {
    const intentId = ids.uuid();
    const { accountId } = target;
    await events.store.intend(leaseOf(target), { accountId, kind: 'publish', id: intentId, ordinal: 0, handle: null });
    return events.store.settlePublished(leaseOf(target), endOf(target, intentId));
  };
  const waiting = await events.db.transaction(async (tx) => {
    await lock(tx, 'counter', locked!);
    const answer = settle(locked!);
    expect([(await settle(free!))?.status, (await settle(late!))?.status]).toEqual(['published', 'published']);
    expect(await stored(locked!)).toEqual([]);
    return { answer };
  });
  expect((await waiting.answer)?.status).toBe('published');
  expect(await stored(locked!)).toMatchObject([{ billed: 1, used: 1, reserved: 1 }]);
});
