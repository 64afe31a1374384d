import type { OAuthPlatform } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { removeProfile } from '../../src/leaving/remove-profile.ts';
import { findDifferences } from '../../src/usage/audit.table.ts';
import { allPublic } from '../events/read-events.ts';
import { useReceivers } from '../events/webhooks/receivers.ts';
import type { Project } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { until } from '../until.ts';
import { type Person, useServer } from '../use-server.ts';
import { type CallbackName, networkCalls } from './callbacks.ts';
import { dumpOf, removalsDone, rowsWith, uuidOf } from './dump.ts';

const server = useServer();
const receivers = useReceivers();

const tablesOf = (rows: readonly string[]) => [...new Set(rows.map((row) => row.split(' ')[0]))];

const CASES: [OAuthPlatform, CallbackName, Record<string, unknown>][] = [
  ['instagram', 'data-deletion', { userId: 'account' }],
  ['instagram', 'data-deletion', { userId: 'app_scoped' }],
  ['instagram', 'deauthorize', {}],
  ['threads', 'data-deletion', { numericUserId: true }],
  ['threads', 'deauthorize', {}],
];

/** Everything in the database that could identify this person. */
async function tracesOf(person: Person): Promise<string[]> {
  const { account } = person;
  const { rows } = await server.db.query<{ trace: string | null }>({
    text: `with own as (select project_id, id from accounts where platform = $1 and platform_user_id = $2)
           select unnest(array[id::text, platform_post_id, url, content, first_comment]) as trace from targets
             where (project_id, account_id) in (select * from own)
           union select unnest(array[account_id::text, encode(sealed, 'hex'), encode(wrapped_key, 'hex')]) from credentials
             where (project_id, account_id) in (select * from own)
           union select platform_user_id from platform_users where (project_id, account_id) in (select * from own)
           union select unnest(array[id::text, handle, remote_id]) from write_intents
             where (project_id, target_id) in (select project_id, id from targets where (project_id, account_id) in (select * from own))
           union select profile_id from accounts where (project_id, id) in (select * from own)`,
    values: [account.platform, account.platformUserId],
  });
  return [person.username, ...rows.flatMap(({ trace }) => trace ?? [])];
}

/** A webhook of a project. Its receiver repeats what it gets, which is kept with the attempt. */
async function addWebhook(project: Project): Promise<void> {
  const receiver = await receivers.open((response, { body }) => void response.end(body.slice(0, 1_000)));
  const { status } = await project.call('POST', '/api/v1/webhooks', { url: receiver.url });
  expect(status).toBe(201);
}

/** Waits until every event has been delivered. */
const allDelivered = () =>
  until(async () => {
    await allPublic(server.db);
    const { rows } = await server.db.query({ text: `select 1 from webhook_deliveries where state <> 'delivered'` });
    return rows.length === 0 ? true : null;
  });

test.each(CASES)('%s, %s %j: no row of the profile remains in any project', async (platform, callback, how) => {
  const ana = await server.person(platform);
  const elsewhere = await server.createProject();
  await Promise.all([ana.project, elsewhere].map(addWebhook));
  const again = await elsewhere.connect(platform, ana.username);
  await server.db.query({
    text: 'update accounts set profile_id = $1 where id = $2',
    values: [`of-${ana.username}`, uuidOf(again.id)],
  });
  await server.db.query({
    text: `insert into connect_attempts (id, project_id, platform, profile_id, page_token_sha256, expires_at, consumed_at)
           select gen_random_uuid(), project_id, platform, profile_id, sha256(profile_id::bytea), now(), now() from accounts where id = $1`,
    values: [uuidOf(again.id)],
  });
  // Another account in the same project and the same posts.
  const ben = await server.person(platform, { project: ana.project });
  const mediaItems = [{ type: 'image', url: `${server.sandbox.sample('harbour.jpg')}?of=${ana.username}` }];
  const to = (accountId: string, own: object = {}) => ({ platform, accountId, ...own });
  const alone = await ana.publish({ content: `Only ${ana.username}`, mediaItems }, 'alone');
  const together = await ana.project.publish({
    content: 'Both of us',
    mediaItems: [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }],
    platforms: [to(ana.account.id, { content: `Me, ${ana.username}` }), to(ben.account.id)],
  });
  const waiting = await elsewhere.publish({
    content: `Later, ${ana.username}`,
    mediaItems,
    publishAt: inMs(3_600_000),
    platforms: [to(again.id)],
  });
  expect([alone.status, together.status, waiting.status]).toEqual([201, 201, 202]);
  expect(together.body.post.targets.map(({ status }) => status)).toEqual(['published', 'published']);

  const traces = await tracesOf(ana);
  expect(traces.length).toBeGreaterThan(15);
  await allDelivered();
  // The search works: before the removal every trace is in the dump.
  const before = await dumpOf(server.db);
  // Events name accounts and targets by their public ids; so do the answers of the receiver.
  const idsOfAna = [alone, together, waiting].map(({ body: { post } }) => post.targets[0]!.id);
  for (const id of [ana.account.id, ...idsOfAna.slice(0, 2)])
    expect(tablesOf(rowsWith(before, [id]))).toEqual(['public.events', 'public.webhook_attempts']);
  expect(traces.filter((trace) => rowsWith(before, [trace]).length === 0)).toEqual([]);
  const postsOfBen = rowsWith(before, await tracesOf(ben));
  const usage = await ana.project.usage();
  expect((await elsewhere.usage()).reserved).toBe(1);

  expect((await networkCalls(server, ana, callback, how)).status).toBe(200);
  await removalsDone(server.db);

  const after = await dumpOf(server.db);
  expect(rowsWith(after, [...traces, ...idsOfAna])).toEqual([]);
  // Callers learn which account is gone, and nothing else of it.
  const gone = rowsWith(after, [ana.account.id, again.id]).filter((row) => !row.includes('account.removed'));
  expect(gone).toEqual([]);
  expect(rowsWith(after, await tracesOf(ben))).toEqual(postsOfBen);
  expect(await findDifferences(server.db)).toEqual([]);
  expect([await ana.project.usage(), (await elsewhere.usage()).reserved]).toEqual([usage, 0]);

  // What callers see: the accounts do not exist, the posts keep what is not the profile's.
  expect((await ana.project.call('GET', `/api/v1/accounts/${ana.account.id}`)).status).toBe(404);
  expect((await elsewhere.call('GET', '/api/v1/accounts?includeRevoked=true')).body).toEqual({ accounts: [] });
  const replayed = await ana.publish({ content: `Only ${ana.username}`, mediaItems }, 'alone');
  expect([replayed.status, replayed.headers.get('idempotency-mismatch'), replayed.body]).toEqual([
    200,
    null,
    {
      post: { ...alone.body.post, status: 'published', content: '', media: [], targets: [] },
      replayed: true,
      warnings: [],
    },
  ]);
  const { post } = together.body;
  expect(await ana.project.read(post.id)).toEqual({
    ...post,
    targets: [{ ...post.targets[1]!, url: expect.anything() }],
  });
  expect((await elsewhere.read(waiting.body.post.id)).targets).toEqual([]);
  const refused = await ana.publish({ content: 'Once more' });
  expect([refused.status, refused.text]).toEqual([404, expect.stringContaining('account_not_found')]);
});

test('reposts are deleted too: reservations are released, ledger rows lose the name and keep the units', async () => {
  const ana = await server.person('x');
  await ana.publish({ content: 'Hello' });
  const subjects = ['held', 'billed'].map((state) => `repost:${uuidOf(ana.account.id)}:${state}`);
  await server.db.query({
    text: `with a as (select project_id from accounts where id = $1), q as (
             update quota_periods set reserved = reserved + 1, used = used + 1 where project_id in (select project_id from a) returning project_id, period_start
           ), p as (
             insert into reposts (project_id, account_id, platform_post_id, state, attempt_id, lease_expires_at, platform_repost_id, reposted_at)
             select project_id, $1, 'held', 'attempting', gen_random_uuid(), now(), null, null from a
             union all select project_id, $1, 'billed', 'reposted', gen_random_uuid(), null, '17', now() from a
           ), r as (
             insert into reservations (project_id, subject, kind, period_start, units, state)
             select project_id, subject, 'repost', period_start, 1, split_part(subject, ':', 3) from q, unnest($2::text[]) as subject
           )
           insert into usage_events (project_id, id, subject, kind, period_start, units)
           select project_id, gen_random_uuid(), $2[2], 'repost', period_start, 1 from q`,
    values: [uuidOf(ana.account.id), subjects],
  });
  expect(await findDifferences(server.db)).toEqual([]);
  expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 1 });
  const remove = {
    platform: 'x',
    platformUserId: ana.account.platformUserId,
    connectedUntil: new Date(),
    id: '',
    source: 'operator',
  } as const;
  expect(await removeProfile({ db: server.db, shouldContinue: async () => true }, remove)).toEqual({
    finished: true,
    accounts: 1,
    targets: 1,
    emptiedPosts: 1,
  });
  expect(await findDifferences(server.db)).toEqual([]);
  expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
  expect(rowsWith(await dumpOf(server.db), [uuidOf(ana.account.id)])).toEqual([]);
});

test('a person who connects again starts over', async () => {
  const ana = await server.person('threads');
  await ana.publish({ content: 'Before' });
  await networkCalls(server, ana, 'deauthorize');
  await removalsDone(server.db);
  const account = await ana.project.connect('threads', ana.username);
  expect(account.id).not.toBe(ana.account.id);
  const published = await ana.project.publish({
    content: 'After',
    platforms: [{ platform: 'threads', accountId: account.id }],
  });
  expect(published.body.post.targets.map(({ status }) => status)).toEqual(['published']);
});
