import type { Usage } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

const LINK = 'Read https://example.com/story';
const usage = async (project: Project) => (await project.call<Usage>('GET', '/api/v1/usage')).body;

/** The counter, the reservations and the ledger of a project, as stored. */
async function accounting(platformUserId: string) {
  const { rows } = await server.db.query<{ project_id: string }>({
    text: 'select project_id from accounts where platform_user_id = $1',
    values: [platformUserId],
  });
  const values = [rows[0]!.project_id];
  const counter = await server.db.query<{ used: number; reserved: number }>({
    text: 'select used, reserved from quota_periods where project_id = $1',
    values,
  });
  const reservations = await server.db.query<{ kind: string; units: number; state: string }>({
    text: 'select kind, units, state from reservations where project_id = $1 order by units, state',
    values,
  });
  const ledger = await server.db.query<{ kind: string; units: number }>({
    text: 'select kind, units from usage_events where project_id = $1 order by units',
    values,
  });
  return { counter: counter.rows, reservations: reservations.rows, ledger: ledger.rows };
}

test('published posts are billed exactly: 1 unit for a post, 65 with a link on x', async () => {
  const project = await server.createProject('pro');
  const ana = await server.person('x', { project });
  const ben = await server.person('threads', { project });
  const platforms = [
    { platform: 'x', accountId: ana.account.id },
    { platform: 'x', accountId: ana.account.id, content: 'No link here' },
    { platform: 'threads', accountId: ben.account.id },
  ];
  const dry = await project.call<{ units: number; targets: { units: number }[] }>('POST', '/api/v1/posts/validate', {
    content: LINK,
    platforms,
  });
  expect([dry.body.units, dry.body.targets.map(({ units }) => units)]).toEqual([67, [65, 1, 1]]);
  const reply = await project.publish({ content: LINK, platforms });
  expect(reply.body.post.status).toBe('published');
  expect(await usage(project)).toEqual({
    plan: 'pro',
    periodStart: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/),
    periodEnd: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/),
    included: 5000,
    used: 67,
    reserved: 0,
    remaining: 4933,
    overage: true,
  });
  const billed = (units: number) => ({ kind: 'publish', units, state: 'billed' });
  expect(await accounting(ana.account.platformUserId)).toEqual({
    counter: [{ used: 67, reserved: 0 }],
    reservations: [billed(1), billed(1), billed(65)],
    ledger: [1, 1, 65].map((units) => ({ kind: 'publish', units })),
  });
});

test('failed posts are not billed, and their reservation is released', async () => {
  const project = await server.createProject('free');
  const ana = await server.person('x', { project });
  const ben = await server.person('threads', { project });
  await ana.control('restrict', { on: true });
  const platforms = [ana, ben].map(({ account }) => ({ platform: account.platform, accountId: account.id }));
  const reply = await project.publish({ content: LINK, platforms });
  expect(reply.body.post.targets.map(({ status }) => status)).toEqual(['failed', 'published']);
  expect(await usage(project)).toMatchObject({ included: 100, used: 1, reserved: 0, remaining: 99 });
  expect(await accounting(ana.account.platformUserId)).toEqual({
    counter: [{ used: 1, reserved: 0 }],
    reservations: [
      { kind: 'publish', units: 1, state: 'billed' },
      { kind: 'publish', units: 65, state: 'released' },
    ],
    ledger: [{ kind: 'publish', units: 1 }],
  });
  await ana.control('restrict', { on: false });
  expect((await ana.publish({ content: LINK })).body.post.status).toBe('published');
});

test('the last unit can be used; then none is left until the month ends', async () => {
  const project = await server.createProject('free');
  const ana = await server.person('threads', { project });
  await server.db.query({
    text: `insert into quota_periods (project_id, period_start, allowance, overage, used)
           select project_id, date_trunc('month', $2::timestamptz)::date, 100, false, 99 from accounts where platform_user_id = $1`,
    values: [ana.account.platformUserId, new Date(server.clock.now())],
  });
  expect((await ana.publish({ content: 'The hundredth' })).status).toBe(201);
  const refused = await ana.publish({ content: 'The next' });
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('has none left until')]);
  expect(await usage(project)).toMatchObject({ used: 100, reserved: 0, remaining: 0 });
  server.clock.advance(Date.parse((await usage(project)).periodEnd) - server.clock.now() + 1000);
  expect(await usage(project)).toMatchObject({ used: 0, reserved: 0, remaining: 100 });
  expect((await ana.publish({ content: 'A new month' })).status).toBe(201);
});

test('while a post is being published its units are reserved, and no other post can use them', async () => {
  const project = await server.createProject('free');
  const ana = await server.person('x', { project });
  await server.sandbox.hold('before', { network: 'x', path: '^/2/tweets$' });
  const publishing = ana.publish({ content: LINK });
  await expect.poll(() => usage(project), { interval: 10 }).toMatchObject({ used: 0, reserved: 65, remaining: 35 });
  const reply = await ana.publish({ content: `${LINK}/2` });
  expect([reply.status, reply.body]).toMatchObject([429, { error: { details: [{ used: 0, reserved: 65 }] } }]);
  await server.sandbox.release();
  expect((await publishing).status).toBe(201);
  expect(await usage(project)).toMatchObject({ used: 65, reserved: 0 });
});

test('concurrent posts never use more than the plan allows', async () => {
  const project = await server.createProject('free');
  const ana = await server.person('x', { project });
  const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => ana.publish({ content: `${LINK}/${i}` })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(429)]);
  expect(await ana.posts()).toHaveLength(1);
  expect(await usage(project)).toMatchObject({ used: 65, reserved: 0, remaining: 35 });
});

test.each([
  ['a bare domain', 'See example.com', 65],
  ['an address in brackets', '(http://example.com)', 65],
  ['a file name that is a domain', 'See README.md', 65],
  ['a mail address', 'Write to ana@example.com', 1],
  ['a version', 'Released v1.2.3', 1],
  ['a handle', 'By @example.com', 1],
])('x counts %s like the service', async (_, content, units) => {
  const project = await server.createProject('pro');
  const ana = await server.person('x', { project });
  const before = (await server.sandbox.control('x', 'credits', {})) as { chargedUsd: number };
  await ana.publish({ content });
  const after = (await server.sandbox.control('x', 'credits', {})) as { chargedUsd: number };
  expect([(await usage(project)).used, Math.round((after.chargedUsd - before.chargedUsd) * 1000)]).toEqual([
    units,
    units === 65 ? 200 : 15,
  ]);
});
