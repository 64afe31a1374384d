import type { ValidatePostResponse } from '@fanfare/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer();
let project: Project;
let ids: Record<string, string>;

beforeAll(async () => {
  project = await server.createProject();
  ids = {};
  for (const platform of ['instagram', 'threads', 'x', 'linkedin'] as const) {
    ids[platform] = (await server.person(platform, { project })).account.id;
  }
});

const validate = <Body = ValidatePostResponse>(body: object) =>
  project.call<Body>('POST', '/api/v1/posts/validate', body);
const to = (platform: string, fields: object = {}) => ({ platform, accountId: ids[platform], ...fields });
const image = (name = 'a') => ({ type: 'image', url: `https://cdn.example.com/${name}.jpg` });

test('a good post: nothing broken, and what it costs', async () => {
  const reply = await validate({
    content: 'Read on at https://example.com/story',
    mediaItems: [image()],
    platforms: [
      to('instagram', { firstComment: 'And more.' }),
      to('threads'),
      to('x', { firstComment: 'Not made.' }),
      to('linkedin'),
    ],
  });
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      valid: true,
      violations: [],
      warnings: [
        {
          path: 'platforms[2].firstComment',
          message: 'First comments are not supported on x: commentStatus will be unsupported.',
        },
      ],
      units: 69,
      targets: [
        { accountId: ids.instagram, platform: 'instagram', units: 2 },
        { accountId: ids.threads, platform: 'threads', units: 1 },
        { accountId: ids.x, platform: 'x', units: 65 },
        { accountId: ids.linkedin, platform: 'linkedin', units: 1 },
      ],
    },
  ]);
});

test('a broken post: every violation of every target, beside its cost', async () => {
  const reply = await validate({
    content: 'x'.repeat(3_001),
    mediaItems: [],
    platforms: [to('instagram'), to('x'), to('linkedin', { aiGenerated: true }), to('threads', { content: 'Short.' })],
  });
  expect(reply.status).toBe(200);
  const { violations, ...rest } = reply.body;
  expect(rest).toEqual({
    valid: false,
    warnings: [],
    units: 4,
    targets: ['instagram', 'x', 'linkedin', 'threads'].map((platform) => ({
      accountId: ids[platform],
      platform,
      units: 1,
    })),
  });
  expect(
    violations.map(({ path, platform, accountId, rule, limit, actual }) => [
      path,
      platform,
      accountId,
      rule,
      limit,
      actual,
    ]),
  ).toEqual([
    ['platforms[0].mediaItems', 'instagram', ids.instagram, 'instagram.media.required', 1, 0],
    ['platforms[0].content', 'instagram', ids.instagram, 'instagram.caption.max_length', 2_200, 3_001],
    ['platforms[1].content', 'x', ids.x, 'x.text.max_weighted_length', 280, 3_001],
    ['platforms[2].content', 'linkedin', ids.linkedin, 'linkedin.text.max_length', 3_000, 3_001],
    ['platforms[2].aiGenerated', 'linkedin', ids.linkedin, 'linkedin.ai_generated.unsupported', undefined, undefined],
  ]);
});

describe('it says what creating the post would say', () => {
  test.each<[string, () => object]>([
    ['content that is too long', () => ({ content: 'x'.repeat(501), platforms: [to('threads'), to('x')] })],
    [
      'a private address',
      () => ({
        content: 'a',
        mediaItems: [{ type: 'image', url: 'http://10.0.0.1/a.jpg' }],
        platforms: [to('threads')],
      }),
    ],
    ['the same target twice', () => ({ content: 'a', platforms: [to('threads'), to('x'), to('threads')] })],
    [
      'a cover frame where there is none',
      () => ({
        mediaItems: [{ type: 'video', url: 'https://cdn.example.com/a.mp4', thumbOffsetMs: 5 }],
        platforms: [to('linkedin')],
      }),
    ],
    [
      'images and a video on x',
      () => ({ mediaItems: [image(), { type: 'video', url: 'https://cdn.example.com/a.mp4' }], platforms: [to('x')] }),
    ],
    ['nothing at all', () => ({ platforms: [to('threads'), to('x'), to('linkedin'), to('instagram')] })],
  ])('%s', async (_name, request) => {
    const dryRun = await validate(request());
    const created = await project.publish<{ error: { code: string; details: unknown[] } }>(request() as never);
    expect(created.status).toBe(400);
    expect(created.body.error.code).toBe('invalid_post');
    expect(dryRun.body.valid).toBe(false);
    expect(dryRun.body.violations).toEqual(created.body.error.details);
  });
});

test('fields without effect are named, each with its reason', async () => {
  const reply = await validate({
    idempotencyKey: 'not needed here',
    mediaItems: [{ ...image(), coverUrl: 'https://cdn.example.com/cover.jpg' }],
    platforms: [to('threads', { spaceSlug: 'news' })],
  });
  expect(reply.body.valid).toBe(true);
  expect(reply.body.warnings.map(({ path }) => path)).toEqual([
    'idempotencyKey',
    'platforms[0].mediaItems[0].coverUrl',
    'platforms[0].spaceSlug',
  ]);
  expect(reply.body.warnings[0]?.message).toBe('Nothing is recorded: idempotencyKey has no effect and stays free.');
});

describe('refused', () => {
  test('an account that is missing, before a platform that does not match, before any content', async () => {
    const content = 'x'.repeat(10_000);
    const missing = await validate<ReturnType<typeof errorBody>>({
      content,
      platforms: [to('x', { platform: 'threads' }), to('x', { accountId: 'acc_nothing' })],
    });
    const sentence = 'There is no account acc_nothing in this project.';
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual(
      errorBody(missing, 'account_not_found', `platforms[1].accountId: ${sentence}`, [
        { path: 'platforms[1].accountId', message: sentence, accountId: 'acc_nothing' },
      ]),
    );

    const mismatch = await validate<ReturnType<typeof errorBody>>({
      content,
      platforms: [to('x', { platform: 'threads' })],
    });
    const other = `Account ${ids.x} is on x, not on threads.`;
    expect(mismatch.status).toBe(400);
    expect(mismatch.body).toEqual(
      errorBody(mismatch, 'platform_mismatch', `platforms[0].platform: ${other}`, [
        { path: 'platforms[0].platform', message: other, platform: 'threads', accountId: ids.x! },
      ]),
    );
  });

  test('a time in the past, with a minute of tolerance', async () => {
    const at = (ms: number) => new Date(server.clock.now() + ms).toISOString();
    const request = (publishAt: string) => ({ content: 'Later.', publishAt, platforms: [to('threads')] });
    expect((await validate(request(at(-55_000)))).status).toBe(200);
    expect((await validate(request(at(365 * 86_400_000)))).status).toBe(200);
    const past = await validate<ReturnType<typeof errorBody>>(request(at(-65_000)));
    expect(past.status).toBe(400);
    expect(past.body.error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^publishAt is in the past \(it is \S+ now\)\./),
      details: [{ path: 'publishAt', message: expect.stringMatching(/^publishAt is in the past/) }],
    });
  });
});

test('an account that is not active is no reason: it may be by the time of the post', async () => {
  const person = await server.person('threads', { project });
  await project.call('DELETE', `/api/v1/accounts/${person.account.id}`);
  const reply = await validate({
    content: 'Hello',
    platforms: [{ platform: 'threads', accountId: person.account.id }],
  });
  expect([reply.status, reply.body.valid]).toEqual([200, true]);
});

test('nothing is recorded and no network is asked', async () => {
  const { rows: before } = await server.db.query({
    text: 'select (select count(*) from posts) posts, (select count(*) from reservations) held',
  });
  const calls = (await server.sandbox.requests('threads')).length;
  await validate({
    content: 'Hello',
    mediaItems: [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }],
    platforms: [to('threads')],
  });
  const { rows: after } = await server.db.query({
    text: 'select (select count(*) from posts) posts, (select count(*) from reservations) held',
  });
  expect(after).toEqual(before);
  expect(await server.sandbox.requests('threads')).toHaveLength(calls);
});

test('texts made to be slow to read are read', async () => {
  const texts = [
    'https://'.repeat(1_250),
    'a.'.repeat(5_000),
    '@a'.repeat(5_000),
    '#'.repeat(10_000),
    `${'a'.repeat(9_000)}.com`,
    '😀'.repeat(10_000),
    ' '.repeat(10_000),
    '.'.repeat(10_000),
    'a@'.repeat(5_000),
    '('.repeat(10_000),
    `http://${'a-'.repeat(4_990)}`,
  ];
  for (const content of texts) {
    const reply = await validate({
      content,
      mediaItems: [image()],
      platforms: Object.keys(ids).map((platform) => to(platform)),
    });
    expect(reply.status).toBe(200);
  }
});
