import type { FieldError, Platform } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
const NOBODY = 'acc_01m7w4n5ntfm78mh9vvwca3vx0';

/** A project whose plan stops, with nothing left of it. */
async function spent(): Promise<Person> {
  const project = await server.createProject('free');
  const ana = await server.person('threads', { project });
  await server.db.query({
    text: `insert into quota_periods (project_id, period_start, allowance, overage, used)
           select project_id, date_trunc('month', $2::timestamptz)::date, 100, false, 100 from accounts where platform_user_id = $1`,
    values: [ana.account.platformUserId, new Date(server.clock.now())],
  });
  return ana;
}

const tooLong = 'a'.repeat(501);

/** Each request makes the mistakes of its step and of all later ones; only the first may be told. */
const steps = [
  {
    name: 'a broken shape comes first',
    request: (id: string) => ({
      content: tooLong,
      mediaItems: [{ type: 'sound', url: 'http://10.0.0.1/a' }],
      platforms: [
        { platform: 'threads', accountId: id },
        { platform: 'threads', accountId: NOBODY },
        { platform: 'x', accountId: id },
      ],
    }),
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'then an account that does not exist, wherever it stands',
    request: (id: string) => ({
      content: tooLong,
      platforms: [
        { platform: 'x', accountId: id },
        { platform: 'threads', accountId: id },
        { platform: 'threads', accountId: NOBODY },
      ],
    }),
    status: 404,
    code: 'account_not_found',
  },
  {
    name: 'then a platform that is not the account’s, wherever it stands',
    request: (id: string) => ({
      content: tooLong,
      platforms: [
        { platform: 'threads', accountId: id },
        { platform: 'x', accountId: id },
      ],
    }),
    status: 400,
    code: 'platform_mismatch',
  },
  {
    name: 'then content that breaks a rule',
    request: (id: string) => ({ content: tooLong, platforms: [{ platform: 'threads', accountId: id }] }),
    status: 400,
    code: 'invalid_post',
  },
  {
    name: 'then the quota',
    request: (id: string) => ({ content: 'Fine', platforms: [{ platform: 'threads', accountId: id }] }),
    status: 429,
    code: 'quota_exceeded',
  },
] as const;

test.each(steps)('$name', async ({ request, status, code }) => {
  const ana = await spent();
  const reply = await ana.project.call('POST', '/api/v1/posts', { idempotencyKey: 'k', ...request(ana.account.id) });
  expect([reply.status, reply.body.error.code]).toEqual([status, code]);
  expect(await ana.calls()).toEqual([]);
  expect((await ana.project.call('GET', '/api/v1/posts')).body).toMatchObject({ posts: [] });
});

test('a used key comes before everything but the shape', async () => {
  const project = await server.createProject();
  const ana = await server.person('threads', { project });
  const first = await ana.publish({ content: 'Once' }, 'used');
  for (const { request, code } of steps.slice(1)) {
    const reply = await project.publish(request(ana.account.id), 'used');
    expect([code, reply.status, reply.body]).toEqual([
      code,
      200,
      { post: first.body.post, replayed: true, warnings: [] },
    ]);
  }
  const broken = await project.publish(steps[0].request(ana.account.id), 'used');
  expect(broken.status).toBe(400);
});

test('every refusal leaves its key free', async () => {
  const ana = await spent();
  for (const { request, status } of steps)
    expect((await ana.project.publish(request(ana.account.id), 'again')).status).toBe(status);
  await server.db.query({
    text: `update quota_periods set used = 0 where project_id = (select project_id from accounts where platform_user_id = $1)`,
    values: [ana.account.platformUserId],
  });
  const reply = await ana.publish({ content: 'Now it fits' }, 'again');
  expect([reply.status, reply.body.replayed, reply.body.post.status]).toEqual([201, false, 'published']);
});

test('all accounts that do not exist are named: unknown, malformed, of another project', async () => {
  const project = await server.createProject();
  const ana = await server.person('threads', { project });
  const stranger = await server.person('threads');
  const strange = [NOBODY, 'nonsense', stranger.account.id];
  const reply = await project.call('POST', '/api/v1/posts', {
    idempotencyKey: 'k',
    content: 'Hello',
    platforms: [ana.account.id, ...strange].map((accountId) => ({ platform: 'threads', accountId })),
  });
  const details = strange.map((id, i) => ({
    path: `platforms[${i + 1}].accountId`,
    message: `There is no account ${id} in this project.`,
    accountId: id,
  }));
  expect(reply.status).toBe(404);
  expect(reply.body).toEqual(
    errorBody(
      reply,
      'account_not_found',
      `platforms[1].accountId: There is no account ${NOBODY} in this project. (and 2 more, see details)`,
      details,
    ),
  );
  expect(await stranger.calls()).toEqual([]);
});

test('all targets with the wrong platform are named', async () => {
  const project = await server.createProject();
  const ana = await server.person('threads', { project });
  const ben = await server.person('x', { project });
  const reply = await project.call('POST', '/api/v1/posts', {
    idempotencyKey: 'k',
    content: 'Hello',
    platforms: [
      { platform: 'x', accountId: ana.account.id },
      { platform: 'x', accountId: ben.account.id },
      { platform: 'hub', accountId: ben.account.id },
    ],
  });
  const detail = (i: number, id: string, actual: Platform, platform: Platform): FieldError => ({
    path: `platforms[${i}].platform`,
    message: `Account ${id} is on ${actual}, not on ${platform}.`,
    platform,
    accountId: id,
  });
  const details = [detail(0, ana.account.id, 'threads', 'x'), detail(2, ben.account.id, 'x', 'hub')];
  expect(reply.status).toBe(400);
  expect(reply.body).toEqual(
    errorBody(
      reply,
      'platform_mismatch',
      `platforms[0].platform: ${details[0]!.message} (and 1 more, see details)`,
      details,
    ),
  );
});

test('an account that is not active is found; its target alone fails', async () => {
  const project = await server.createProject();
  const ana = await server.person('threads', { project });
  const ben = await server.person('threads', { project });
  await project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
  const reply = await project.publish({
    content: 'Hello',
    platforms: [ana, ben].map(({ account }) => ({ platform: 'threads', accountId: account.id })),
  });
  expect(reply.status).toBe(201);
  expect(reply.body.post.targets.map(({ status, errorDetail }) => [status, errorDetail?.code])).toEqual([
    ['failed', 'account_not_active'],
    ['published', undefined],
  ]);
  expect(await ana.posts()).toEqual([]);
});
