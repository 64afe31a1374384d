import { beforeEach, expect, it } from 'vitest';
import { field, type Key, NOON, pluck, startHubs } from './hub-session.ts';

const { hubs, control, keyOf, rest, reset, shown, advance } = await startHubs();

beforeEach(async () => {
  await reset();
  await rest('POST', 'posts', {
    key: await keyOf('wordpress', 'alma'),
    body: { status: 'publish', title: 'Hi', slug: 'hi' },
  });
});

const comment = (key: Key, content: string, post = 1) => rest('POST', 'comments', { key, body: { post, content } });
const total = async (post = '1') => {
  const { headers } = await rest('GET', 'comments', { query: { post, per_page: '1' } });
  return headers.get('x-wp-total');
};

it('adds a comment and counts it', async () => {
  const { status, body } = await comment(await keyOf('wordpress', 'alma'), 'First & <b>best</b>');
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: 1,
    post: 1,
    author: 3,
    author_name: 'Alma Reyes',
    content: { rendered: '<p>First &amp; <b>best</b></p>\n' },
    link: `${hubs.wordpress}/2026/11/20/hi/#comment-1`,
    status: 'approved',
  });
  expect(await total()).toBe('1');
  expect(pluck(await shown(), 'comments')).toEqual([
    [{ id: '1', author: 'alma', text: 'First & best', createdAt: new Date(NOON).toISOString() }],
  ]);
});

it('refuses the same comment twice', async () => {
  const key = await keyOf('wordpress');
  await comment(key, 'Nice');
  const { status, body } = await comment(key, 'Nice');
  expect({ status, body }).toEqual({
    status: 409,
    body: {
      code: 'comment_duplicate',
      message: 'Duplicate comment detected; it looks as though you&#8217;ve already said that!',
      data: { status: 409 },
    },
  });
  expect(await total()).toBe('1');
});

it('slows down everybody but moderators', async () => {
  const key = await keyOf('wordpress', 'alma');
  await comment(key, 'One');
  expect(field((await comment(key, 'Two')).body, 'code')).toBe('comment_flood');
  await advance(15_000);
  expect((await comment(key, 'Two')).status).toBe(201);
  const moderator = await keyOf('wordpress');
  expect([(await comment(moderator, 'A')).status, (await comment(moderator, 'B')).status]).toEqual([201, 201]);
});

it('holds back what a moderator has to see first', async () => {
  const stranger = await comment(await keyOf('wordpress', 'sam'), 'Hello');
  expect(field(stranger.body, 'status')).toBe('hold');
  expect(await total()).toBe('0');
  await control('moderation', { on: true });
  expect(field((await comment(await keyOf('wordpress'), 'Hello')).body, 'status')).toBe('hold');
});

it('comments on published posts alone, and only for people it knows', async () => {
  const key = await keyOf('wordpress');
  await rest('POST', 'posts', { key, body: { title: 'Draft' } });
  const anonymous = await rest('POST', 'comments', { body: { post: 1, content: 'x' } });
  const answers = [anonymous, await comment(key, 'x', 2), await comment(key, 'x', 99), await comment(key, ' ')];
  expect(answers.map(({ status, body }) => [status, field(body, 'code')])).toEqual([
    [401, 'rest_comment_login_required'],
    [403, 'rest_comment_draft_post'],
    [403, 'rest_comment_invalid_post_id'],
    [400, 'rest_comment_content_invalid'],
  ]);
});

it('lets people comment by hand, for numbers that grow', async () => {
  await control('comment', { platformPostId: '1', text: 'By hand', username: 'sam' });
  expect(await total()).toBe('1');
});
