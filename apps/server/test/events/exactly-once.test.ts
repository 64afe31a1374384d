import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { relayBatch } from '../../src/events/relay-batch.ts';
import { removeTargets } from '../../src/leaving/removed-profiles.table.ts';
import { ids, toPublicId } from '../../src/process/ids.ts';
import { createLogger } from '../../src/process/log/log.ts';
import { claimDue } from '../../src/publishing/due-targets.table.ts';
import { errorDetail } from '../../src/publishing/error-detail.ts';
import { cancelTargets, settlePublished } from '../../src/publishing/settled-targets.table.ts';
import { markDueUnknown, sweepTargets } from '../../src/publishing/stuck-targets.table.ts';
import { fillUrl, type TargetRow } from '../../src/publishing/targets.table.ts';
import { EPOCH, leaseOf, settle, useEvents } from './use-events.ts';

const events = useEvents();
const SWEEP = {
  errors: {
    doubt: errorDetail('outcome_unknown'),
    lost: errorDetail('worker_lost'),
    missed: errorDetail('schedule_missed'),
  },
  lateLimitSeconds: 3_600,
  leaseSeconds: 600,
};

const typesOf = async (projectId: string) => (await events.stored(projectId)).map(({ type }) => type);
const set = (target: TargetRow, columns: string) =>
  events.db.query({
    text: `update targets set ${columns} where project_id = $1 and id = $2`,
    values: [target.projectId, target.id],
  });
/** Its run is gone and out of time. */
const abandon = (target: TargetRow) =>
  set(
    target,
    `lease_owner = null, lease_expires_at = now() - interval '1 s', deadline_at = now() - interval '2 s', run_at = now() - interval '1 h'`,
  );

test('with targets that settle side by side and four relays, each target and each post has one event, and a reader by position misses none', async () => {
  const projects = await Promise.all(Array.from({ length: 3 }, () => events.project()));
  const posts = await Promise.all(Array.from({ length: 30 }, (_, n) => events.post(projects[n % 3]!, 5)));
  const log = createLogger('fatal', () => undefined);
  let settled = false;

  const relay = async () => {
    while (!settled || (await relayBatch({ db: events.db, ids, log, epoch: EPOCH })).publicNow > 0)
      await relayBatch({ db: events.db, ids, log, epoch: EPOCH });
  };
  const read = async (projectId: string) => {
    const seen: { id: string; position: number }[] = [];
    const look = async () => {
      const { rows } = await events.db.query<{ id: string; position: number }>({
        text: 'select id, position from events where project_id = $1 and position > $2 order by position',
        values: [projectId, seen.at(-1)?.position ?? 0],
      });
      seen.push(...rows);
    };
    while (!settled) await look();
    await Promise.all(relays);
    await look();
    return seen;
  };
  const relays = Array.from({ length: 4 }, relay);
  const readers = projects.map(({ projectId }) => read(projectId));
  await Promise.all(
    posts.flat().map(async (target, n) => {
      await sleep(n % 7);
      if (n % 3 === 0) await events.store.settleFailed(leaseOf(target), errorDetail('content_rejected'));
      else await settle(events, target);
    }),
  );
  settled = true;
  const seen = await Promise.all(readers);

  for (const [i, { projectId }] of projects.entries()) {
    const stored = await events.stored(projectId);
    const targets = posts.filter((_, n) => n % 3 === i).flat();
    const ofTargets = stored.filter(({ targetId }) => targetId !== null).map(({ targetId }) => targetId);
    expect(ofTargets.toSorted()).toEqual(targets.map(({ id }) => id).toSorted());
    const ofPosts = stored.filter(({ targetId }) => targetId === null).map(({ postId }) => postId);
    expect(ofPosts.toSorted()).toEqual([...new Set(targets.map(({ postId }) => postId))].toSorted());
    expect(stored.filter(({ body }) => body === null)).toEqual([]);
    // The reader has them all, each once. The first one is of the account.
    expect(seen[i]!.slice(1).map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(seen[i]!.map(({ position }) => position)).toEqual(seen[i]!.map((_, n) => n + 1));
  }
});

test('each event of a batch gets its own body, and each post its own end, whatever order their ids have', async () => {
  const projects = await Promise.all([1, 2, 3].map(() => events.project()));
  const posts = await Promise.all(Array.from({ length: 12 }, (_, n) => events.post(projects[n % 3]!, 2)));
  const ends = ['published', 'partial', 'failed'];
  for (const [n, targets] of [...posts.entries()].reverse())
    for (const [i, target] of targets.entries())
      if (n % 4 > i) await events.store.settleFailed(leaseOf(target), errorDetail('content_rejected'));
      else await settle(events, target);
  await events.relayAll();
  for (const { projectId } of projects) {
    const stored = await events.stored(projectId);
    const named = stored.map(({ body }) => {
      const { id, type, data } = JSON.parse(body!);
      return [id, type, data.post.id, data.target?.id ?? null];
    });
    expect(named).toEqual(
      stored.map(({ id, type, postId, targetId }) => [
        ...[toPublicId('evt', id), type, toPublicId('post', postId!), targetId && toPublicId('tgt', targetId)],
      ]),
    );
  }
  const { rows } = await events.db.query<{ settled_as: string }>({
    text: 'select settled_as from posts where id = any($1::uuid[]) order by array_position($1, id)',
    values: [posts.map((targets) => targets[0]!.postId)],
  });
  expect(rows.map((row) => row.settled_as)).toEqual(posts.map((_, n) => ends[Math.min(n % 4, 2)]));
});

test('an event that is relayed after the event of its post adds no second one of the post', async () => {
  const { projectId, accountId } = await events.project();
  const [early, late] = await events.post({ projectId, accountId }, 2);
  for (const target of [early!, late!]) await settle(events, target);
  const show = (when: string) =>
    events.db.query({
      text: `update events set show_at = ${when} where project_id = $1 and target_id = $2`,
      values: [projectId, late!.id],
    });
  await show("now() + interval '1 hour'");
  await events.relayAll();
  await show('now()');
  await events.relayAll();
  const stored = await events.stored(projectId);
  expect(stored.map(({ type }) => type).toSorted()).toEqual(['post.published', 'target.published', 'target.published']);
  expect(stored.filter(({ body }) => body === null)).toEqual([]);
});

test('settling again, and an answer that comes too late, write nothing', async () => {
  const { projectId, accountId } = await events.project();
  const [target] = await events.post({ projectId, accountId }, 1);
  await events.store.settleFailed(leaseOf(target!), errorDetail('worker_lost'));
  await settle(events, target!);
  await settle(events, target!);
  await events.relayAll();
  expect(await typesOf(projectId)).toEqual(['target.failed', 'post.failed']);
});

test('a write that is accepted after another one was begun in its place writes one event for the target', async () => {
  const { projectId, accountId } = await events.project();
  const [target] = await events.post({ projectId, accountId }, 1);
  const lease = leaseOf(target!);
  const [first, second] = [ids.uuid(), ids.uuid()];
  await events.store.intend(lease, { accountId, kind: 'publish', id: first, ordinal: 0, handle: null });
  await events.store.resolveIntent(lease, { id: first, state: 'absent' });
  await events.store.intend(lease, { accountId, kind: 'publish', id: second, ordinal: 1, handle: null });
  const end = (intentId: string) => ({
    intentId,
    eventId: ids.uuid(),
    platformPostId: '1',
    url: 'https://example.com/1',
  });
  await events.store.settlePublished(lease, end(second));
  await events.store.settlePublished(lease, end(first));
  const { rows } = await events.db.query<{ state: string }>({
    text: 'select state from write_intents where project_id = $1 order by state',
    values: [projectId],
  });
  expect(rows.map(({ state }) => state)).toEqual(['accepted', 'accepted_late']);
  await events.relayAll();
  expect(await typesOf(projectId)).toEqual(['target.published', 'post.published']);
});

test('many targets of one statement have an event each', async () => {
  const of = await events.project();
  const targets = await events.post(of, 8);
  const ends = targets.map((target) => ({
    ...{ ...leaseOf(target), intentId: ids.uuid(), eventId: ids.uuid(), platformPostId: target.id },
    url: 'https://example.com/1',
  }));
  await settlePublished(events.db, ends);
  const stored = await events.stored(of.projectId);
  expect(stored.map(({ targetId }) => targetId).toSorted()).toEqual(targets.map(({ id }) => id).toSorted());
  // UUIDv7, of this moment.
  for (const { id } of stored) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Math.abs(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(600_000);
  }
});

test('what no run settles has its events from the sweep, once, with a published post whose comment failed', async () => {
  const of = await events.project();
  const [lost] = await events.post(of, 1);
  const [published] = await events.post(of, 1, 'More');
  await settle(events, published!);
  expect(await typesOf(of.projectId)).toEqual([]);
  await abandon(lost!);
  await abandon(published!);
  await Promise.all([1, 2, 3].map(() => sweepTargets(events.db, SWEEP)));
  await events.relayAll();
  expect((await typesOf(of.projectId)).toSorted()).toEqual([
    'comment.failed',
    'post.failed',
    'post.published',
    'target.failed',
    'target.published',
  ]);
});

test('targets that a restore leaves in doubt have events', async () => {
  const of = await events.project();
  const targets = await events.post(of, 2);
  await markDueUnknown(events.db, errorDetail('outcome_unknown'));
  await events.relayAll();
  const stored = await events.stored(of.projectId);
  expect(stored.map(({ type }) => type)).toEqual(['target.failed', 'target.failed', 'post.failed']);
  expect(stored.slice(0, 2).map(({ body }) => JSON.parse(body!).data.target.errorDetail.code)).toEqual(
    targets.map(() => 'outcome_unknown'),
  );
});

test('a cancel that races a claim: either the event of the cancel, or those of the targets', async () => {
  const of = await events.project();
  for (let round = 0; round < 10; round++) {
    const targets = await events.post(of, 3);
    const [{ postId }] = targets as [TargetRow];
    for (const target of targets)
      await set(
        target,
        `lease_token = 0, lease_owner = null, lease_expires_at = null, run_at = now() - interval '1 s', claims = 0, deadline_at = null`,
      );
    const claim = { owner: 'there', leaseSeconds: 600, limit: 100, of: 'others', lateLimitSeconds: 3_600 } as const;
    const [outcome, claimed] = await Promise.all([
      events.db.transaction((tx) => cancelTargets(tx, { projectId: of.projectId, postId }, errorDetail('cancelled'))),
      claimDue(events.db, claim),
    ]);
    for (const { target } of claimed) await settle(events, target);
    // What the claim skipped because the cancel had it locked.
    if (outcome === 'not_cancellable')
      for (const { target } of await claimDue(events.db, claim)) await settle(events, target);
    await events.relayAll();
    const types = (await events.stored(of.projectId))
      .filter((event) => event.postId === postId)
      .map(({ type }) => type);
    expect(types).toEqual(
      outcome === 'cancelled'
        ? ['post.cancelled']
        : ['target.published', 'target.published', 'target.published', 'post.published'],
    );
  }
});

test('a post that loses its last pending target in a removal has no event of its own', async () => {
  const of = await events.project();
  const [published, pending] = await events.post(of, 2);
  const account = { projectId: of.projectId, id: ids.uuid() };
  await events.db.query({
    text: `insert into accounts select (a).* from (select jsonb_populate_record(a, jsonb_build_object('id', $2::uuid, 'platform_user_id', '2')) as a
             from accounts a where a.project_id = $1) x`,
    values: [of.projectId, account.id],
  });
  await set(pending!, `account_id = '${account.id}'`);
  await settle(events, published!);
  await events.relayAll();
  await events.db.transaction((tx) => removeTargets(tx, account, { connectedUntil: new Date(), limit: 10 }));
  await events.relayAll();
  expect(await typesOf(of.projectId)).toEqual(['target.published']);
});

test('an event waits for the address of its post, for ten seconds at most', async () => {
  const of = await events.project();
  const [known] = await events.post(of, 1);
  const [unknown] = await events.post(of, 1);
  await settle(events, known!, { url: null });
  await settle(events, unknown!, { url: null });
  await events.relayAll();
  expect((await events.stored(of.projectId)).map(({ position }) => position)).toEqual([null, null]);
  await fillUrl(events.db, of.projectId, known!.id, 'https://example.com/known');
  await events.relayAll();
  const urls = async () =>
    (await events.stored(of.projectId))
      .filter(({ type, body }) => type === 'target.published' && body !== null)
      .map(({ body }) => JSON.parse(body!).data.target.url);
  expect(await urls()).toEqual(['https://example.com/known']);
  const { rows } = await events.db.query<{ seconds: number }>({
    text: `select extract(epoch from show_at - occurred_at)::float8 as seconds from events where project_id = $1 and position is null`,
    values: [of.projectId],
  });
  expect(rows[0]!.seconds).toBeCloseTo(10, 1);
  await events.db.query({ text: 'update events set show_at = now() where project_id = $1', values: [of.projectId] });
  await events.relayAll();
  expect(await urls()).toEqual(['https://example.com/known', null]);
});

test('an event that cannot be rendered delays no other, and is tried again', async () => {
  const of = await events.project();
  await events.db.query({
    text: `insert into events (project_id, id, type, facts) values ($1, $2, 'quota.warning', '{}'), ($1, $3, 'network.version_ended', '{"platform":"x"}')`,
    values: [of.projectId, ids.uuid(), ids.uuid()],
  });
  await events.db.query({
    text: `insert into projects (id, workspace_id, name, plan) values ($1, $1, 'Broken', 'none')`,
    values: [of.projectId],
  });
  await events.relayAll();
  expect(events.log()).toContain('an event could not be rendered');
  const [shown, broken] = await events.stored(of.projectId);
  expect([shown!.type, shown!.body !== null, broken!.type, broken!.position]).toEqual([
    ...['network.version_ended', true, 'quota.warning', null],
  ]);
});
