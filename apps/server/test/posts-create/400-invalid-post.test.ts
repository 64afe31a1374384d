import type { OAuthPlatform } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
const sample = (name: string) => server.sandbox.sample(name);

async function four() {
  const project = await server.createProject();
  const people = {} as Record<OAuthPlatform, Person>;
  for (const platform of ['instagram', 'threads', 'x', 'linkedin'] as const)
    people[platform] = await server.person(platform, { project });
  const target = (platform: OAuthPlatform, rest: Record<string, unknown> = {}) => ({
    platform,
    accountId: people[platform].account.id,
    ...rest,
  });
  return { project, people, target };
}

test('every violation of every target is named, with its rule and its numbers; nothing is published or kept', async () => {
  const { project, people, target } = await four();
  const video = { type: 'video', url: sample('clip.mp4'), thumbOffsetMs: 100 };
  const reply = await project.call('POST', '/api/v1/posts', {
    idempotencyKey: 'k',
    content: 'a'.repeat(3001),
    mediaItems: [video, { type: 'image', url: sample('beans.jpg') }],
    platforms: [
      target('linkedin', { aiGenerated: true, firstComment: 'b'.repeat(1251) }),
      target('x'),
      target('threads', { aiGenerated: true }),
      target('instagram', { mediaItems: [] }),
    ],
  });
  const detail = (i: number, platform: OAuthPlatform, path: string, rule: string, numbers = {}) => ({
    path: `platforms[${i}].${path}`,
    platform,
    accountId: people[platform].account.id,
    rule: `${platform}.${rule}`,
    message: expect.stringMatching(/^[A-Z].+\.$/) as string,
    ...numbers,
  });
  expect(reply.status).toBe(400);
  expect(reply.body).toEqual(
    errorBody(
      reply,
      'invalid_post',
      expect.stringMatching(/^platforms\[0\]\.content: .+ \(and 10 more, see details\)$/),
      [
        detail(0, 'linkedin', 'content', 'text.max_length', { limit: 3000, actual: 3001 }),
        detail(0, 'linkedin', 'mediaItems', 'media.mixed'),
        detail(0, 'linkedin', 'mediaItems[0].thumbOffsetMs', 'thumb_offset.unsupported'),
        detail(0, 'linkedin', 'aiGenerated', 'ai_generated.unsupported'),
        detail(0, 'linkedin', 'firstComment', 'first_comment.max_length', { limit: 1250, actual: 1251 }),
        detail(1, 'x', 'content', 'text.max_weighted_length', { limit: 280, actual: 3001 }),
        detail(1, 'x', 'mediaItems', 'media.mixed'),
        detail(2, 'threads', 'content', 'text.max_length', { limit: 500, actual: 3001 }),
        detail(2, 'threads', 'aiGenerated', 'ai_generated.unsupported'),
        detail(3, 'instagram', 'mediaItems', 'media.required', { limit: 1, actual: 0 }),
        detail(3, 'instagram', 'content', 'caption.max_length', { limit: 2200, actual: 3001 }),
      ],
    ),
  );
  const { details = [] } = reply.body.error;
  expect(details[2]).toMatchObject({ message: expect.stringContaining('coverUrl') });
  for (const person of Object.values(people)) expect(await person.calls()).toEqual([]);
  expect((await project.call('GET', '/api/v1/posts')).body).toMatchObject({ posts: [] });
  expect((await project.call('GET', '/api/v1/usage')).body).toMatchObject({ used: 0, reserved: 0 });
});

test('one bad target refuses the whole post: the good ones are not published either', async () => {
  const { project, people, target } = await four();
  const reply = await project.publish({ content: 'a'.repeat(281), platforms: [target('threads'), target('x')] }, 'k');
  expect(reply.status).toBe(400);
  expect([await people.threads.calls(), await people.x.calls()]).toEqual([[], []]);
  const mended = await project.publish({ content: 'a'.repeat(280), platforms: [target('threads'), target('x')] }, 'k');
  expect([mended.status, mended.body.replayed, mended.body.post.status]).toEqual([201, false, 'published']);
});

test('two targets that would publish the same twice are refused, at the later one', async () => {
  const { project, people, target } = await four();
  const image = (name: string) => ({ type: 'image', url: sample(name) });
  const reply = await project.call('POST', '/api/v1/posts', {
    idempotencyKey: 'k',
    content: 'Twice',
    mediaItems: [image('beans.jpg')],
    platforms: [
      target('threads'),
      target('x'),
      target('threads', { content: 'Twice', aiGenerated: false }),
      target('threads', { mediaItems: [{ ...image('beans.jpg'), altText: 'only described' }] }),
    ],
  });
  const detail = (i: number) => ({
    path: `platforms[${i}]`,
    platform: 'threads' as const,
    accountId: people.threads.account.id,
    rule: 'targets.duplicate',
    message: `platforms[${i}] would publish the same content to the same account as platforms[0]. Remove one of them or change its content.`,
  });
  expect(reply.status).toBe(400);
  expect(reply.body).toEqual(
    errorBody(reply, 'invalid_post', `platforms[2]: ${detail(2).message} (and 1 more, see details)`, [
      detail(2),
      detail(3),
    ]),
  );
});

test('the same account twice with other words or other media is no duplicate', async () => {
  const { project, people, target } = await four();
  const reply = await project.publish({
    content: 'Once',
    platforms: [
      target('threads'),
      target('threads', { content: 'Once more' }),
      target('threads', { mediaItems: [{ type: 'image', url: sample('beans.jpg') }] }),
    ],
  });
  expect([reply.status, reply.body.post.status]).toEqual([201, 'published']);
  expect(await people.threads.posts()).toHaveLength(3);
});

test('a first comment is measured where it would be posted, and nowhere else', async () => {
  const { project, target } = await four();
  const long = { firstComment: 'a'.repeat(2201) };
  const reply = await project.call('POST', '/api/v1/posts/validate', {
    content: 'Hello',
    mediaItems: [{ type: 'image', url: sample('beans.jpg') }],
    platforms: [target('instagram', long), target('threads', long), target('linkedin', long), target('x', long)],
  });
  expect(reply.body).toMatchObject({
    valid: false,
    violations: [
      { path: 'platforms[0].firstComment', rule: 'instagram.first_comment.max_length', limit: 2200, actual: 2201 },
      { path: 'platforms[1].firstComment', rule: 'threads.first_comment.max_length', limit: 500, actual: 2201 },
      { path: 'platforms[2].firstComment', rule: 'linkedin.first_comment.max_length', limit: 1250, actual: 2201 },
    ],
  });
});
