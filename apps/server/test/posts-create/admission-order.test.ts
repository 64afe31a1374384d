import { expect, test } from 'vitest';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
const NOBODY = 'acc_01m7w4n5ntfm78mh9vvwca3vx0';

/** A project with a used-up plan that stops. */
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

/** Each request makes the error of its step and of all later ones; only the first may be reported. */
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
    name: 'then an account that does not exist, at any position',
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
    name: 'then a platform that is not the account’s, at any position',
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

test('a used key comes before everything except the shape', async () => {
  const project = await server.createProject();
  const ana = await server.person('threads', { project });
  const first = await ana.publish({ content: 'Once' }, 'used');
  const { post } = first.body;
  for (const { request, code } of steps.slice(1)) {
    // A server that has not seen the key before.
    const there = project.at((await server.startAnother()).baseUrl);
    for (const at of [project, there]) {
      const reply = await at.publish(request(ana.account.id), 'used');
      expect([code, reply.status, reply.body]).toEqual([code, 200, { post, replayed: true, warnings: [] }]);
    }
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
