import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody } from '@fanfare/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { removeProfile } from '../../../src/leaving/remove-profile.ts';
import { errorBody } from '../../error-body.ts';
import { startTestServer } from '../../harness.ts';
import { dumpOf, rowsWith, uuidOf } from '../../leaving/dump.ts';
import { runFanfare } from '../../operator/cli/run-fanfare.ts';
import { type Person, personOf } from '../../use-server.ts';
import { failedFor, ofTarget, repostedBy } from './expected-reposts.ts';
import { useKillableReposts } from './use-killable-reposts.ts';
import {
  accountingOf,
  createRepost,
  differences,
  postOfStranger,
  published,
  repostCalls,
  repostersOf,
  repostId,
  repostPost,
} from './use-reposts.ts';

const { server, killAt, meanwhile, killed, expireLeases, wake } = useKillableReposts();
afterEach(async () => {
  await server.sandbox.removeFaults();
  expect(await differences(server)).toEqual([]);
});

const disconnect = ({ project, account }: Person) => project.call('DELETE', `/api/v1/accounts/${account.id}`);

describe('disconnecting', () => {
  test('waits for a repost in flight: after its answer nothing appears', async () => {
    const ana = await server.person('x');
    const post = await postOfStranger(server);
    await server.sandbox.hold('before', { network: 'x', path: '/retweets$' });
    const reposting = repostId(ana, post.id);
    await expect.poll(() => repostCalls(ana)).toHaveLength(1);
    const disconnecting = disconnect(ana);
    await expect.poll(ana.read).toMatchObject({ status: 'revoked' });
    await server.sandbox.release();
    expect((await disconnecting).status).toBe(200);
    expect(await repostersOf(server, post.id)).toEqual([ana.username]);
    expect((await reposting).body.reposts).toEqual([repostedBy(ana.account)]);
  });

  test('before the call prevents it', async () => {
    const ana = await server.person('x');
    const post = await postOfStranger(server);
    meanwhile(ana, 'claimed', () => disconnect(ana));
    expect((await repostId(ana, post.id)).body.reposts).toEqual([failedFor(ana.account, /^account_not_active: /)]);
    expect(await repostersOf(server, post.id)).toEqual([]);
    expect(await accountingOf(server, ana)).toEqual({ reserved: [{ units: 1, state: 'released' }], ledger: [] });
  });

  test('prevents those that wait for their lane with an open credential', async () => {
    const ana = await server.person('x');
    const posts: string[] = [];
    for (let i = 0; i < 6; i++) posts.push((await postOfStranger(server)).id);
    await server.sandbox.hold('before', { network: 'x', path: '/retweets$', times: 4 });
    const reposting = posts.map((id) => repostId(ana, id));
    await expect.poll(() => repostCalls(ana)).toHaveLength(4);
    // Time for the others to open their credential.
    await sleep(500);
    const disconnecting = disconnect(ana);
    await expect.poll(ana.read).toMatchObject({ status: 'revoked' });
    await server.sandbox.release();
    await disconnecting;
    const outcomes = (await Promise.all(reposting)).map(({ body }) => body.reposts[0]!);
    expect(outcomes.toSorted((one, other) => other.status.localeCompare(one.status))).toEqual([
      ...Array(4).fill(repostedBy(ana.account)),
      ...Array(2).fill(failedFor(ana.account, /^account_not_active: .* Connect it again/)),
    ]);
    expect(await repostCalls(ana)).toHaveLength(4);
    expect(await ana.project.usage()).toMatchObject({ used: 4, reserved: 0 });
  });
});

const removal = (person: Person, connectedUntil = new Date()) =>
  removeProfile(
    { db: server.db, shouldContinue: async () => true },
    { platform: 'x', platformUserId: person.account.platformUserId, connectedUntil, id: '', source: 'operator' },
  );

describe('removing a profile', () => {
  test('deletes its reposts, of any post and status, and keeps their units', async () => {
    const ana = await server.person('x');
    const own = await published(ana);
    const [done, failed, held] = [
      await postOfStranger(server),
      await postOfStranger(server),
      await postOfStranger(server),
    ];
    const [reposted, ownReposted] = [await repostId(ana, done.id), await repostPost(ana.project, own.id)];
    await ana.control('restrict', { on: true });
    await repostId(ana, failed.id);
    await ana.control('restrict', { on: false });
    killAt(ana, 'claimed');
    const sleeper = repostId(ana, held.id);
    await killed(ana);
    expect(await ana.project.usage()).toMatchObject({ used: 3, reserved: 1 });

    expect(await removal(ana)).toMatchObject({ finished: true, accounts: 1, targets: 1 });
    expect(await ana.project.usage()).toMatchObject({ used: 3, reserved: 0 });
    const traces = [
      uuidOf(ana.account.id),
      ana.account.platformUserId,
      done.id,
      failed.id,
      held.id,
      reposted.body.reposts[0]!.platformRepostId!,
      ownReposted.body.reposts[0]!.platformRepostId!,
    ];
    expect(rowsWith(await dumpOf(server.db), traces)).toEqual([]);
    wake(ana);
    expect((await sleeper).body.reposts).toEqual([
      failedFor(ana.account, 'account_deleted: The account no longer exists, here or on the network.'),
    ]);
    expect(rowsWith(await dumpOf(server.db), traces)).toEqual([]);

    const again = await createRepost<ErrorBody>(ana.project, {
      platform: 'x',
      platformPostId: done.id,
      accountIds: [ana.account.id],
    });
    expect([again.status, again.body.error.code]).toEqual([404, 'account_not_found']);
    const post = await repostPost<ErrorBody>(ana.project, own.id);
    expect([post.status, post.body.error.code]).toEqual([409, 'not_published']);
  });

  test('leaves what the person reposted after reconnecting, and nothing from before', async () => {
    const ana = await server.person('x');
    const [before, after] = [await postOfStranger(server), await postOfStranger(server)];
    await repostId(ana, before.id);
    const asked = new Date();
    await sleep(20);
    await ana.project.connect('x', ana.username);
    const kept = await repostId(ana, after.id);
    expect(await removal(ana, asked)).toMatchObject({ finished: true, accounts: 0 });
    const { rows } = await server.db.query({
      text: 'select platform_post_id from reposts where account_id = $1',
      values: [uuidOf(ana.account.id)],
    });
    expect(rows).toEqual([{ platform_post_id: after.id }]);
    expect((await repostId(ana, after.id)).body).toEqual(kept.body);
    expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
  });

  test('and reposting concurrently: whichever wins, nothing of the person is left and nothing stays reserved', async () => {
    for (let round = 0; round < 5; round++) {
      const ana = await server.person('x');
      const posts = await Promise.all(Array.from({ length: 6 }, () => postOfStranger(server)));
      const reposting = Promise.all(posts.map(({ id }) => repostId(ana, id)));
      await sleep(round * 8);
      await removal(ana);
      for (const reply of await reposting) expect([200, 404]).toContain(reply.status);
      expect(rowsWith(await dumpOf(server.db), [uuidOf(ana.account.id), ana.account.platformUserId])).toEqual([]);
      expect(await ana.project.usage()).toMatchObject({ reserved: 0 });
    }
  });
});

test('stopping: a repost in flight is finished and answered, new ones are refused, and the next server returns the result', async () => {
  const own = await startTestServer();
  const ana = await personOf(own, 'x');
  const post = (await ana.publish({ content: 'Hello' })).body.post;
  const other = await postOfStranger(own);
  await own.sandbox.hold('after', { network: 'x', path: '/retweets$' });
  const begun = repostPost(ana.project, post.id);
  await expect.poll(() => repostCalls(ana)).toHaveLength(1);
  const stopped = own.halt();
  const refused = await createRepost<ErrorBody>(ana.project, {
    platform: 'x',
    platformPostId: other.id,
    accountIds: [ana.account.id],
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(refused.body).toEqual(errorBody(refused, 'unavailable', 'The service is stopping. Send the request again.'));
  await own.sandbox.release();
  const { body } = await begun;
  expect(body).toEqual({ reposts: [ofTarget(post.targets[0]!)] });
  await stopped;
  const next = await own.startAnother();
  expect((await repostPost(ana.project.at(next.baseUrl), post.id)).body).toEqual(body);
  expect(await repostCalls(ana)).toHaveLength(1);
  expect(await differences(own)).toEqual([]);
  await own.stop();
});

test('stopping: waiting reposts are not begun, say so, and cost nothing', async () => {
  const own = await startTestServer();
  const ana = await personOf(own, 'x');
  const posts: string[] = [];
  for (let i = 0; i < 6; i++) posts.push((await postOfStranger(own)).id);
  await own.sandbox.hold('before', { network: 'x', path: '/retweets$', times: 4 });
  const reposting = posts.map((id) => repostId(ana, id));
  await expect.poll(() => repostCalls(ana)).toHaveLength(4);
  // The other two are admitted, and wait for the lane.
  const held = `select count(*)::int as held from reposts where state = 'attempting'`;
  await expect.poll(async () => (await own.db.query({ text: held })).rows).toEqual([{ held: 6 }]);
  const stopped = own.halt();
  // The stop itself ends the wait for the lane.
  await expect.poll(async () => (await fetch(`${own.baseUrl}/readyz`)).status).toBe(503);
  await own.sandbox.release();
  const outcomes = (await Promise.all(reposting)).map(({ body }) => body.reposts[0]!);
  await stopped;
  expect(outcomes.toSorted((one, other) => other.status.localeCompare(one.status))).toEqual([
    ...Array(4).fill(repostedBy(ana.account)),
    ...Array(2).fill(
      failedFor(ana.account, 'worker_lost: The service is stopping. Nothing was sent; send the request again.'),
    ),
  ]);
  expect(await differences(own)).toEqual([]);
  const next = await own.startAnother();
  const project = ana.project.at(next.baseUrl);
  expect(await project.usage()).toMatchObject({ used: 4, reserved: 0 });
  for (const id of posts)
    expect((await repostId({ ...ana, project }, id)).body.reposts).toEqual([repostedBy(ana.account)]);
  expect(await repostCalls(ana)).toHaveLength(6);
  await own.stop();
});

test('a caller that disconnects changes nothing: the repost is made and billed, and returned on the next request', async () => {
  const ana = await server.person('x');
  const { id } = await postOfStranger(server);
  await server.sandbox.hold('after', { network: 'x', path: '/retweets$' });
  const gone = new AbortController();
  const asked = fetch(`${server.baseUrl}/api/v1/reposts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ana.project.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ platform: 'x', platformPostId: id, accountIds: [ana.account.id] }),
    signal: gone.signal,
  }).catch(() => 'gone');
  await expect.poll(() => repostCalls(ana)).toHaveLength(1);
  gone.abort();
  expect(await asked).toBe('gone');
  await server.sandbox.release();
  await expect.poll(() => ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  expect((await repostId(ana, id)).body.reposts).toEqual([repostedBy(ana.account)]);
  expect(await repostCalls(ana)).toHaveLength(1);
});

test('the auditor sees a repost with inconsistent accounting, and nothing else', async () => {
  const ana = await server.person('x');
  const [done, failed, held] = [
    await postOfStranger(server),
    await postOfStranger(server),
    await postOfStranger(server),
  ];
  await repostId(ana, done.id);
  await ana.control('restrict', { on: true });
  await repostId(ana, failed.id);
  killAt(ana, 'claimed');
  const sleeper = repostId(ana, held.id);
  await killed(ana);
  expect(await differences(server)).toEqual([]);

  const subject = (id: string) => `repost:${uuidOf(ana.account.id)}:${id}`;
  const sql = (text: string) => server.db.query({ text, values: [uuidOf(ana.account.id)] });
  const found = async () =>
    (await differences(server)).map(({ check, subject, found, expected }) => ({ check, subject, found, expected }));

  await sql(
    `update reposts set state = 'failed', error = 'x', reposted_at = null where account_id = $1 and state = 'reposted'`,
  );
  expect(await found()).toEqual([
    { check: 'billed_once', subject: subject(done.id), found: '1 billed', expected: 'none, it is failed' },
  ]);
  const printed = await runFanfare(['audit'], { DATABASE_URL: server.databaseUrl });
  expect(printed).toMatchObject({ code: 1, stderr: 'fanfare: 1 difference.\n' });
  expect(printed.stdout).toMatch(new RegExp(`billed_once  ${ana.account.id} ${done.id}  1 billed  none, it is failed`));
  await sql(
    `update reposts set state = 'reposted', error = null, reposted_at = now() where account_id = $1 and state = 'failed'`,
  );
  expect(await found()).toEqual([
    { check: 'billed_once', subject: subject(failed.id), found: 'no ledger row', expected: 'one, it is reposted' },
  ]);
  await sql(
    `update reposts set state = 'failed', error = 'x', reposted_at = null where account_id = $1 and platform_post_id = '${failed.id}'`,
  );
  expect(await found()).toEqual([]);

  await sql(
    `update reservations set subject = 'repost:' || $1::text || ':1' where subject like '%' || $1::text || '%' and state = 'held'`,
  );
  expect(await found()).toEqual([
    { check: 'held_after_end', subject: subject('1'), found: '1 held', expected: 'none held' },
  ]);
  await sql(`update reservations set subject = '${subject(held.id)}' where subject like '%' || $1::text || ':1'`);
  await expireLeases(ana);
  wake(ana);
  await sleeper;
});
