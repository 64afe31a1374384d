import { expect } from 'vitest';
import type { FileName } from '../implementation.ts';
import { ANY, pendingTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

export const resourceStatements: readonly Statement[] = [
  {
    section: '2.1',
    statement:
      'an account has id, platform, platformUserId, username, status, statusReason and connectedAt, no credentials',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const account = await project.connect('threads', { username });
      expect(account).toEqual({
        id: ANY.accountId,
        platform: 'threads',
        platformUserId: expect.stringMatching(/^\d+$/),
        username,
        status: 'active',
        statusReason: null,
        connectedAt: ANY.time,
      });
    },
  },
  {
    section: '2.1',
    statement: 'profileId is the caller’s own text of up to 255 characters, and absent when there is none',
    async run(api) {
      const project = await api.project();
      const profileId = 'ü'.repeat(255);
      const [grouped, alone] = await Promise.all([project.connect('x', { profileId }), project.connect('x')]);
      expect(grouped).toMatchObject({ profileId });
      expect(alone).not.toHaveProperty('profileId');
      const tooLong = await project.call('POST', '/accounts/connect', {
        body: { platform: 'x', profileId: `${profileId}a` },
      });
      expect(tooLong).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', details: [{ path: 'profileId', message: ANY.sentence }] } },
      });
    },
  },
  {
    section: '2.1',
    statement: 'of a LinkedIn company page the platformUserId reads organization:{id}',
    async run(api) {
      const project = await api.project();
      const page = api.newName();
      const person = await project.connect('linkedin', { pages: [page] });
      const { body } = await project.call('GET', '/accounts');
      expect(body).toEqual({
        accounts: [
          person,
          {
            id: ANY.accountId,
            platform: 'linkedin',
            platformUserId: expect.stringMatching(/^organization:\d+$/),
            username: page,
            status: 'active',
            statusReason: null,
            connectedAt: ANY.time,
          },
        ],
      });
    },
  },
  {
    section: '2.2',
    statement: 'a post shows content and its media as items of type and url',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const post = await project.publish({
        content: 'Two pictures.',
        mediaItems: [
          { type: 'image', url: 'https://files.example.com/a.jpg', altText: 'A cup' },
          { type: 'image', url: 'https://files.example.com/b.jpg' },
        ],
        publishAt: await api.in(3_600_000),
        platforms: [{ platform: 'x', accountId: x.id }],
      });
      expect(post.media).toEqual([
        { type: 'image', url: 'https://files.example.com/a.jpg' },
        { type: 'image', url: 'https://files.example.com/b.jpg' },
      ]);
    },
  },
  {
    section: '2.2',
    statement: 'createdAt is ISO 8601 UTC with milliseconds, the time the post was taken',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const before = Date.parse(await api.in(-2_000));
      const { createdAt } = await project.publish({ content: 'Now.', platforms: [{ platform: 'x', accountId: x.id }] });
      expect(createdAt).toEqual(ANY.time);
      expect(Date.parse(createdAt)).toBeGreaterThan(before);
      expect(Date.parse(createdAt)).toBeLessThan(Date.parse(await api.in(2_000)));
    },
  },
  {
    section: '2.2',
    statement: 'a scheduled time given with an offset is told in UTC, and in publishAt',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const post = await project.publish({
        content: 'In winter.',
        publishAt: '2031-01-01T12:00:00+05:30',
        platforms: [{ platform: 'x', accountId: x.id }],
      });
      expect(post.publishAt).toBe('2031-01-01T06:30:00.000Z');
    },
  },
  {
    section: '2.3',
    statement: 'platformPostId, url and publishedAt are null until the target is published, then told',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const platforms = [{ platform: 'x', accountId: x.id }];
      const scheduled = await project.publish({ content: 'Later.', publishAt: await api.in(3_600_000), platforms });
      expect(scheduled.targets).toEqual([pendingTarget(x)]);
      const { createdAt, targets } = await project.publish({ content: 'Now.', platforms });
      const [target] = targets;
      expect(target?.platformPostId).toMatch(/^\d+$/);
      expect(new URL(target?.url ?? '').pathname).toMatch(
        new RegExp(`/${x.username}/status/${target?.platformPostId}$`),
      );
      expect(Date.parse(target?.publishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(createdAt));
    },
  },
  {
    section: '2.3',
    statement: 'error is of the form code: message, and errorDetail tells the same in fields with what to do',
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads');
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const { targets } = await project.publish({
        content: 'Refused.',
        platforms: [{ platform: 'threads', accountId: threads.id }],
      });
      const { error, errorDetail } = targets[0] ?? {};
      expect(errorDetail).toMatchObject({ code: 'content_rejected', retryable: false, mediaIndex: null });
      expect(error).toBe(`content_rejected: ${errorDetail?.message}`);
    },
  },
  {
    section: '2.4',
    statement: 'a media item is an image or a video; any other type is invalid_request',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          mediaItems: [{ type: 'audio', url: 'https://files.example.com/a.mp3' }],
          platforms: [{ platform: 'x', accountId: x.id }],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', details: [{ path: 'mediaItems[0].type', message: ANY.sentence }] } },
      });
    },
  },
  {
    section: '2.4',
    statement: 'a media url is a public address: private ones and user info in it are invalid_post',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          mediaItems: [
            { type: 'image', url: 'http://10.0.0.1/a.jpg' },
            { type: 'image', url: 'http://169.254.169.254/latest/meta-data' },
            { type: 'image', url: 'http://localhost/a.jpg' },
          ],
          platforms: [{ platform: 'x', accountId: x.id }],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'invalid_post' } } });
      const { details } = (body as { error: { details: { path: string; rule: string }[] } }).error;
      expect(details.map(({ path, rule }) => [path, rule])).toEqual(
        [0, 1, 2].map((at) => [`platforms[0].mediaItems[${at}].url`, 'media.url.private']),
      );
    },
  },
  {
    section: '2.4',
    statement: 'altText takes up to 1,000 characters',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const ask = (altText: string) =>
        project.call('POST', '/posts/validate', {
          body: {
            mediaItems: [{ type: 'image', url: 'https://files.example.com/a.jpg', altText }],
            platforms: [{ platform: 'x', accountId: x.id }],
          },
        });
      expect(await ask('é'.repeat(1_000))).toMatchObject({ status: 200, body: { valid: true, violations: [] } });
      expect(await ask('é'.repeat(1_001))).toMatchObject({
        status: 400,
        body: {
          error: { code: 'invalid_request', details: [{ path: 'mediaItems[0].altText', message: ANY.sentence }] },
        },
      });
    },
  },
  {
    section: '2.4',
    statement: 'thumbOffsetMs is Instagram’s; LinkedIn refuses it and says to use coverUrl',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          mediaItems: [{ type: 'video', url: 'https://files.example.com/a.mp4', thumbOffsetMs: 1_000 }],
          platforms: [{ platform: 'linkedin', accountId: linkedin.id }],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'invalid_post',
            details: [{ platform: 'linkedin', accountId: linkedin.id, message: expect.stringContaining('coverUrl') }],
          },
        },
      });
    },
  },
  {
    section: '2.4',
    statement:
      'what a platform does not honour is accepted and named in warnings: coverUrl and thumbOffsetMs on x, altText on a video',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const video = { type: 'video', url: 'https://files.example.com/a.mp4' };
      const { status, body } = await project.call('POST', '/posts/validate', {
        body: {
          mediaItems: [
            { ...video, coverUrl: 'https://files.example.com/c.jpg', thumbOffsetMs: 5, altText: 'A wave breaks' },
          ],
          platforms: [{ platform: 'x', accountId: x.id }],
        },
      });
      expect(status).toBe(200);
      const { warnings } = body as { warnings: { path: string; message: string }[] };
      expect(warnings.map(({ path }) => path).sort()).toEqual([
        'platforms[0].mediaItems[0].altText',
        'platforms[0].mediaItems[0].coverUrl',
        'platforms[0].mediaItems[0].thumbOffsetMs',
      ]);
    },
  },
  {
    section: '2.4',
    statement:
      'readers of every network see content, media in their order and the altText of each image; a coverUrl is the cover of a video on instagram and linkedin',
    notInMock: 'nothing is published anywhere',
    async inside(api, inside) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const image = (name: FileName, altText: string) => ({ type: 'image', url: api.file(name), altText });
      await project.publish({
        content: 'Two pictures.',
        mediaItems: [image('harbour.jpg', 'A harbour'), image('beans.jpg', 'Coffee beans')],
        platforms: [instagram, threads, x, linkedin].map((account) => targetEntry(account)),
      });
      const pictures = {
        text: 'Two pictures.',
        media: [
          { type: 'image', altText: 'A harbour', coverUrl: null },
          { type: 'image', altText: 'Coffee beans', coverUrl: null },
        ],
      };
      for (const account of [instagram, threads, x, linkedin])
        expect(await inside.published(account), account.platform).toMatchObject([pictures]);

      await project.publish({
        content: 'A clip.',
        mediaItems: [{ type: 'video', url: api.file('clip.mp4'), coverUrl: api.file('cover.jpg') }],
        platforms: [instagram, linkedin].map((account) => targetEntry(account)),
      });
      const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
      const cover = await bytesOf(api.file('cover.jpg'));
      for (const account of [instagram, linkedin]) {
        const [clip] = await inside.published(account);
        expect(clip?.media, account.platform).toMatchObject([{ type: 'video', coverUrl: ANY.url }]);
        expect(await bytesOf(clip?.media[0]?.coverUrl ?? ''), account.platform).toEqual(cover);
      }
    },
  },
  { section: '2.5', statement: 'a hub account has spaces', open: 'hubs are not built' },
];
