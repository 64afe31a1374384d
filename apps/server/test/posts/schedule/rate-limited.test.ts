import type { OAuthPlatform, Post } from '@fanfare/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { inMs } from '../../in-ms.ts';
import { type Person, useServer } from '../../use-server.ts';

const server = useServer({ options: { timings: { sweepMs: 600_000 } } });
afterEach(() => server.sandbox.removeFaults());

type Headers = Record<string, string>;

const PUBLISH = { x: '^/2/tweets$', threads: '/threads_publish$', linkedin: '^/rest/posts$' } as const;

/** The next publishes are refused with 429 and these headers. */
const throttle = (network: keyof typeof PUBLISH, headers: Headers, times = 1) =>
  server.sandbox.fail({
    network,
    method: 'POST',
    path: PUBLISH[network],
    action: 'status',
    status: 429,
    headers,
    times,
    body: { title: 'Too Many Requests', status: 429 },
  });

const attempts = async (ana: Person) =>
  (await ana.calls()).filter(({ path }) => new RegExp(PUBLISH[ana.account.platform as 'x']).test(path)).length;

/** A date so much later on the server's clock. */
const inSeconds = (seconds: number): number => Math.round(server.clock.now() / 1_000) + seconds;
const httpDate = (seconds: number) => new Date(inSeconds(seconds) * 1_000).toUTCString();

const limited = (ana: Person) => expect.objectContaining({ ...limitedOf(ana) }) as unknown;
const limitedOf = ({ account }: Person) => {
  const {
    networkCode: _,
    networkMessage: __,
    ...detail
  } = failedTarget(account, { code: 'rate_limited' }).errorDetail!;
  return { ...failedTarget(account, { code: 'rate_limited' }), errorDetail: expect.objectContaining(detail) as never };
};

describe('published at once', () => {
  test.each<[string, keyof typeof PUBLISH, () => Headers, number]>([
    ['seconds', 'x', () => ({ 'retry-after': '20' }), 20],
    ['a date', 'x', () => ({ 'retry-after': httpDate(20) }), 20],
    ['x-rate-limit-reset', 'x', () => ({ 'x-rate-limit-reset': String(inSeconds(20)) }), 20],
    ['seconds', 'linkedin', () => ({ 'retry-after': '7' }), 7],
    ['an invalid value', 'x', () => ({ 'retry-after': '0' }), 1],
    ['a past date', 'x', () => ({ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 1],
  ])('a wait of %s is respected (%s)', async (_form, network, headers, seconds) => {
    const ana = await server.person(network);
    await throttle(network, headers());
    const [before, skippedBefore] = [server.clock.now(), server.clock.skippedMs()];
    const target = await ana.target({ content: 'Patience' });
    expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
    expect(await attempts(ana)).toBe(2);
    expect(server.clock.now() - before).toBeGreaterThan((seconds - 1.1) * 1_000);
    expect(server.clock.skippedMs() - skippedBefore).toBeLessThan((seconds + 8) * 1_000);
  });

  test.each<[string, () => Headers]>([
    ['31 seconds', () => ({ 'retry-after': '31' })],
    ['a quarter of an hour', () => ({ 'x-rate-limit-reset': String(inSeconds(900)) })],
    ['a year', () => ({ 'retry-after': '31536000' })],
    ['no time', () => ({})],
    ['nonsense', () => ({ 'retry-after': 'soon' })],
  ])('a wait of %s is reported at once, and the post is sent once', async (_name, headers) => {
    const ana = await server.person('x');
    await throttle('x', headers());
    const before = server.clock.skippedMs();
    expect(await ana.target({ content: 'No time' })).toEqual(limited(ana));
    expect(await attempts(ana)).toBe(1);
    expect(server.clock.skippedMs() - before).toBeLessThan(10_000);
    expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
  });

  test('it waits thirty seconds in total, over any number of pauses', async () => {
    const ana = await server.person('x');
    await throttle('x', { 'retry-after': '16' }, 10);
    const before = server.clock.skippedMs();
    expect(await ana.target({ content: 'Twice sixteen' })).toEqual(limited(ana));
    expect(await attempts(ana)).toBe(2);
    expect(server.clock.skippedMs() - before).toBeLessThan(26_000);
  });

  test('a network that always answers "one second" gets three calls', async () => {
    const ana = await server.person('x');
    await throttle('x', { 'retry-after': '1' }, 100);
    expect(await ana.target({ content: 'Again' })).toEqual(limited(ana));
    expect(await attempts(ana)).toBe(3);
  });
});

describe('scheduled', () => {
  const platform: OAuthPlatform = 'x';
  const stored = async (post: Post) =>
    (
      await server.db.query<{
        phase: string;
        in_s: number;
        past_due_s: number;
        deadline_at: Date | null;
        claims: number;
      }>({
        text: `select t.phase, t.claims, t.deadline_at, extract(epoch from t.run_at - now())::float8 as in_s,
                 extract(epoch from t.run_at - p.publish_at)::float8 as past_due_s
               from targets t join posts p on p.id = t.post_id where p.content = $1`,
        values: [post.content],
      })
    ).rows[0]!;
  /** Lets so much time pass for the post, on the database's clock. */
  const pass = (post: Post, seconds: number) =>
    server.db.query({
      text: `with post as (update posts set publish_at = publish_at - make_interval(secs => $2) where content = $1 returning id)
             update targets set run_at = run_at - make_interval(secs => $2) where post_id in (select id from post)`,
      values: [post.content, seconds],
    });
  const begin = async (ana: Person, content: string) => {
    const { post } = (await ana.publish({ content, publishAt: inMs(3_600_000) })).body;
    await pass(post, 3_600);
    await server.run('find-due-posts');
    return post;
  };
  const putOff = (post: Post) => expect.poll(async () => (await stored(post)).phase).toBe('deferred');

  test('a quarter of an hour is waited for outside a run, with a new deadline, and then it is published', async () => {
    const ana = await server.person(platform);
    await throttle('x', { 'x-rate-limit-reset': String(inSeconds(900)) });
    const post = await begin(ana, 'In a quarter of an hour');
    await putOff(post);
    expect(await stored(post)).toMatchObject({ deadline_at: null, claims: 0 });
    expect((await stored(post)).in_s).toBeGreaterThan(600);
    expect((await stored(post)).in_s).toBeLessThanOrEqual(900);
    const waiting = await ana.project.read(post.id);
    expect([waiting.status, waiting.targets[0]?.status]).toEqual(['publishing', 'pending']);
    await server.run('find-due-posts');
    expect(await attempts(ana)).toBe(1);

    await pass(post, 900);
    await server.run('find-due-posts');
    const { targets } = await ana.project.settled(post.id);
    expect(targets).toEqual([publishedTarget(ana.account, (await ana.posts())[0])]);
    expect(await attempts(ana)).toBe(2);
    expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  });

  test('a post is not put off beyond an hour past its time', async () => {
    const ana = await server.person(platform);
    await throttle('x', { 'retry-after': '800' }, 10);
    const post = await begin(ana, 'For 800 seconds, and again');
    // At its time, 800 s, 1600 s and 2400 s after it; the last time at the hour.
    for (const attempt of [1, 2, 3, 4]) {
      await expect.poll(() => attempts(ana), { interval: 20 }).toBe(attempt);
      await putOff(post);
      await pass(post, (await stored(post)).in_s + 0.01);
      await server.run('find-due-posts');
    }
    expect((await ana.project.settled(post.id)).targets).toEqual([limited(ana)]);
    expect(await attempts(ana)).toBe(5);
    expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
  });

  test('a daily limit that ends in hours settles it at once', async () => {
    const ana = await server.person(platform);
    await throttle('x', {
      'x-user-limit-24hour-remaining': '0',
      'x-user-limit-24hour-reset': String(inSeconds(5 * 3_600)),
    });
    const post = await begin(ana, 'Tomorrow then');
    expect((await ana.project.settled(post.id)).targets).toEqual([limited(ana)]);
    expect(await attempts(ana)).toBe(1);
  });

  test('a network that answers "one second" for an hour is called less and less often, the last time at the hour', async () => {
    const ana = await server.person(platform);
    await throttle('x', { 'retry-after': '1' }, 10_000);
    const post = await begin(ana, 'For an hour');
    const pauses: number[] = [];
    for (;;) {
      await expect
        .poll(async () => ['deferred', 'done'].includes((await stored(post)).phase), { interval: 10 })
        .toBe(true);
      const { phase, in_s, past_due_s } = await stored(post);
      if (phase === 'done') break;
      expect(past_due_s).toBeLessThanOrEqual(3_600);
      pauses.push(Math.round(in_s));
      await pass(post, in_s + 0.01);
      await server.db.query({
        text: "update targets set phase = 'waiting' where phase = 'deferred' and post_id in (select id from posts where content = $1)",
        values: [post.content],
      });
      await server.run('find-due-posts');
    }
    expect((await ana.project.settled(post.id)).targets).toEqual([limited(ana)]);
    expect(pauses[0]).toBe(30);
    expect(pauses.length).toBeLessThanOrEqual(15);
    expect(await attempts(ana)).toBe(3 * (pauses.length + 1));
    expect(Math.max(...pauses)).toBeGreaterThan(500);
  });

  test('a target that is put off delays no other target of its post', async () => {
    const project = await server.createProject();
    const ana = await server.person('x', { project });
    const ben = await server.person('threads', { project });
    await throttle('x', { 'retry-after': '600' });
    const { post } = (
      await project.publish({
        content: 'One waits',
        publishAt: inMs(3_600_000),
        platforms: [ana, ben].map(({ account }) => ({ platform: account.platform, accountId: account.id })),
      })
    ).body;
    await pass(post, 3_600);
    await server.run('find-due-posts');
    await expect
      .poll(async () => (await project.read(post.id)).targets.map(({ status }) => status), { interval: 20 })
      .toEqual(['pending', 'published']);
    const cancelled = await project.call('POST', `/api/v1/posts/${post.id}/cancel`);
    expect([cancelled.status, cancelled.body.error.code]).toEqual([409, 'not_cancellable']);
  });
});
