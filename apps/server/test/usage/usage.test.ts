import type { Usage } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import type { Project } from '../harness.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();

const usage = async (project: Project): Promise<Usage> => {
  const reply = await project.call<Usage>('GET', '/api/v1/usage');
  expect(reply.status).toBe(200);
  return reply.body;
};

/** The month the server is in, worked out apart from it. */
function month(offset = 0): { periodStart: string; periodEnd: string } {
  const now = new Date(server.clock.now());
  const at = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString();
  return { periodStart: at(offset), periodEnd: at(offset + 1) };
}

const counts = ({ used, reserved, remaining }: Usage) => ({ used, reserved, remaining });

describe('before anything was published', () => {
  test.each([
    ['free', { included: 100, remaining: 100, overage: false }],
    ['pro', { included: 5_000, remaining: 5_000, overage: true }],
    ['scale', { included: 50_000, remaining: 50_000, overage: true }],
    ['self_hosted', { included: null, remaining: null, overage: true }],
  ] as const)('the plan %s', async (plan, expected) => {
    const project = await server.createProject(plan);
    expect(await usage(project)).toEqual({ plan, ...month(), used: 0, reserved: 0, ...expected });
  });
});

describe('a network write', () => {
  test('costs one unit, and 65 where an x text holds a link', async () => {
    const project = await server.createProject('free');
    const threads = await server.person('threads', { project });
    const x = await server.person('x', { project });
    await threads.publish({ content: 'Plain, even with https://example.com in it.' });
    expect(counts(await usage(project))).toEqual({ used: 1, reserved: 0, remaining: 99 });
    await x.publish({ content: 'Plain.' });
    expect(counts(await usage(project))).toEqual({ used: 2, reserved: 0, remaining: 98 });
    await x.publish({ content: 'See https://example.com' });
    expect(counts(await usage(project))).toEqual({ used: 67, reserved: 0, remaining: 33 });
  });

  test('is counted per target that published', async () => {
    const project = await server.createProject('free');
    const people = [await server.person('threads', { project }), await server.person('threads', { project })];
    await server.sandbox.control('threads', 'restrict', { username: people[1]!.username, on: true });
    const platforms = people.map(({ account }) => ({ platform: 'threads', accountId: account.id }));
    const { body } = await project.publish({ content: 'To both.', platforms });
    expect(body.post.targets.map(({ status }) => status)).toEqual(['published', 'failed']);
    expect(counts(await usage(project))).toEqual({ used: 1, reserved: 0, remaining: 99 });
  });

  test('is held while it is under way', async () => {
    const project = await server.createProject('free');
    const person = await server.person('x', { project });
    await server.sandbox.hold('before', { network: 'x', method: 'POST', path: '/2/tweets' });
    const publishing = person.publish({ content: 'See https://example.com' });
    await expect.poll(async () => counts(await usage(project))).toEqual({ used: 0, reserved: 65, remaining: 35 });
    await server.sandbox.release();
    await publishing;
    expect(counts(await usage(project))).toEqual({ used: 65, reserved: 0, remaining: 35 });
  });
});

describe('what costs nothing', () => {
  const free: [string, (person: Person) => Promise<unknown>][] = [
    ['a replay', async (person) => person.publish({ content: 'Once.' }, 'the-first')],
    ['a refused post', async (person) => person.publish({ content: 'x'.repeat(501) })],
    [
      'a dry run',
      async ({ project, account }) =>
        project.call('POST', '/api/v1/posts/validate', {
          content: 'Hello',
          platforms: [{ platform: 'threads', accountId: account.id }],
        }),
    ],
    ['reading', async ({ project }) => project.call('GET', '/api/v1/posts')],
  ];

  test.each(free)('%s', async (_name, act) => {
    const project = await server.createProject('free');
    const person = await server.person('threads', { project });
    await person.publish({ content: 'Once.' }, 'the-first');
    await act(person);
    expect(counts(await usage(project))).toEqual({ used: 1, reserved: 0, remaining: 99 });
  });
});

test('beyond its included units a plan with overage counts on, with nothing remaining', async () => {
  const project = await server.createProject('pro');
  const person = await server.person('threads', { project });
  await person.publish({ content: 'First.' });
  await server.db.query({ text: 'update quota_periods set used = 5000 where overage' });
  await person.publish({ content: 'Second.' });
  expect(counts(await usage(project))).toEqual({ used: 5_001, reserved: 0, remaining: 0 });
});

test('another plan counts at once, from what was used before', async () => {
  const project = await server.createProject('free');
  const person = await server.person('threads', { project });
  await person.publish({ content: 'First.' });
  await server.db.query({
    text: "update projects set plan = 'pro' where id = (select project_id from accounts where username = $1)",
    values: [person.username],
  });
  expect(await usage(project)).toEqual({
    plan: 'pro',
    ...month(),
    included: 5_000,
    used: 1,
    reserved: 0,
    remaining: 4_999,
    overage: true,
  });
});

test('a project of its own counts its own', async () => {
  const person = await server.person('threads');
  await person.publish({ content: 'Mine.' });
  expect((await usage(await server.createProject())).used).toBe(0);
});

// Last in the file: the clock does not go back.
test('a new month begins with nothing used', async () => {
  const project = await server.createProject('free');
  const person = await server.person('threads', { project });
  await person.publish({ content: 'Before.' });
  const before = await usage(project);
  server.clock.advance(Date.parse(before.periodEnd) - server.clock.now() - 60_000);
  expect(await usage(project)).toEqual(before);
  server.clock.advance(60_000);
  expect(await usage(project)).toEqual({
    ...before,
    periodStart: before.periodEnd,
    periodEnd: month().periodEnd,
    used: 0,
    remaining: 100,
  });
});
