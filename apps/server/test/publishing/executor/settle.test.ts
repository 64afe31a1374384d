import { expect, test } from 'vitest';
import { ids } from '../../../src/process/ids.ts';
import { errorDetail } from '../../../src/publishing/error-detail.ts';
import { settleFailed, settlePublished } from '../../../src/publishing/settled-targets.table.ts';
import { fillUrl, type TargetRow } from '../../../src/publishing/targets.table.ts';
import { intend } from '../../../src/publishing/write-intents.table.ts';
import { leaseOf, UNITS, useExecutor } from './use-executor.ts';

const executor = useExecutor();

const intendPublish = async (target: TargetRow) => {
  const id = ids.uuid();
  const intent = {
    id,
    accountId: target.accountId,
    kind: 'publish',
    ordinal: 0,
    handle: null,
  } as const;
  const [outcome] = await intend(executor.db, [{ ...leaseOf(target), ...intent }], 60);
  return { id, outcome };
};
const publish = async (target: TargetRow, intentId: string, platformPostId = '1') => {
  const end = { ...leaseOf(target), intentId, eventId: ids.uuid(), platformPostId, url: null };
  const [row] = await settlePublished(executor.db, [end]);
  return row;
};
const fail = (target: TargetRow) => settleFailed(executor.db, leaseOf(target), errorDetail('rate_limited'));

test('a target is published once: the second time changes nothing and bills nothing', async () => {
  const target = await executor.claim();
  const { id } = await intendPublish(target);
  expect(await publish(target, id, '1')).toMatchObject({ status: 'published', platformPostId: '1' });
  const rows = await executor.rows(target);
  expect(await publish(target, id, '1')).toBeNull();
  expect(await executor.rows(target)).toEqual(rows);
  expect(rows).toMatchObject({ counter: { used: UNITS, reserved: 0 }, ledger: [{ units: UNITS }] });
});

test('published is never overwritten by failed', async () => {
  const target = await executor.claim();
  await publish(target, (await intendPublish(target)).id);
  const rows = await executor.rows(target);
  expect(await fail(target)).toBeNull();
  expect(await executor.rows(target)).toEqual(rows);
});

test('failed is never overwritten by published; the journal keeps the late result, and nothing is billed', async () => {
  const target = await executor.claim();
  const { id } = await intendPublish(target);
  expect(await fail(target)).toMatchObject({ status: 'failed', errorDetail: { code: 'rate_limited' } });
  expect(await publish(target, id, '9')).toBeNull();
  expect(await executor.rows(target)).toMatchObject({
    target: { status: 'failed', platformPostId: null, publishedAt: null },
    intents: [{ kind: 'publish', state: 'accepted', remote_id: '9' }],
    reservations: [{ state: 'released' }],
    counter: { used: 0, reserved: 0 },
    ledger: [],
  });
});

test('a run that was stopped past its lease fails nothing, as it may only have lacked time', async () => {
  const target = await executor.claim();
  await executor.db.query({ text: 'update targets set lease_expires_at = now() where id = $1', values: [target.id] });
  const rows = await executor.rows(target);
  expect(await fail(target)).toBeNull();
  expect(await executor.rows(target)).toEqual(rows);
});

test('failing twice releases once', async () => {
  const target = await executor.claim();
  await fail(target);
  expect(await fail(target)).toBeNull();
  expect((await executor.rows(target)).counter).toEqual({ used: 0, reserved: 0 });
});

test('of twenty concurrent calls one settles', async () => {
  const target = await executor.claim();
  const { id } = await intendPublish(target);
  const settled = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? publish(target, id) : fail(target))));
  expect(settled.filter((row) => row !== null)).toHaveLength(1);
  const { target: row, counter, ledger } = await executor.rows(target);
  const wasPublished = row?.status === 'published';
  expect([counter, ledger.length]).toEqual([{ used: wasPublished ? UNITS : 0, reserved: 0 }, wasPublished ? 1 : 0]);
});

test('an address is added once, and only to a published target', async () => {
  const [published, failed] = [await executor.claim(), await executor.claim()];
  await publish(published, (await intendPublish(published)).id);
  await fail(failed);
  const fill = (target: TargetRow, url: string) => fillUrl(executor.db, target.projectId, target.id, url);
  expect(await fill(published, 'https://x.test/1')).toMatchObject({ url: 'https://x.test/1' });
  // Repeated after a lost answer, it returns what is stored.
  expect(await fill(published, 'https://x.test/2')).toMatchObject({ url: 'https://x.test/1' });
  expect(await fill(failed, 'https://x.test/3')).toBeNull();
});

test('a second public write is refused while one is open, unknown or accepted, and allowed after a refusal', async () => {
  const setState = (target: TargetRow, state: string) =>
    executor.db.query({
      text: 'update write_intents set state = $2 where project_id = $1',
      values: [target.projectId, state],
    });
  for (const [state, outcome] of [
    ['intended', 'lease_lost'],
    ['unknown', 'lease_lost'],
    ['accepted', 'lease_lost'],
    ['rejected', 'intended'],
    ['not_sent', 'intended'],
    ['absent', 'intended'],
  ]) {
    const target = await executor.claim();
    await intendPublish(target);
    await setState(target, state!);
    expect([state, (await intendPublish(target)).outcome?.state]).toEqual([state, outcome]);
  }
});
