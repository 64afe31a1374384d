import type { Post, Target } from '@fanfare/contract';
import { expect } from 'vitest';
import { ANY, pendingTarget, spaceOf } from '../shapes.ts';
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
    statement: 'profileId is the caller’s own text of 1 to 255 characters, and absent when there is none',
    async run(api) {
      const project = await api.project();
      const profileId = 'ü'.repeat(255);
      const [grouped, alone] = await Promise.all([project.connect('x', { profileId }), project.connect('x')]);
      expect(grouped).toMatchObject({ profileId });
      expect(alone).not.toHaveProperty('profileId');
      for (const refused of ['', `${profileId}a`]) {
        const answer = await project.call('POST', '/accounts/connect', { body: { platform: 'x', profileId: refused } });
        expect(answer).toMatchObject({
          status: 400,
          body: { error: { code: 'invalid_request', details: [{ path: 'profileId', message: ANY.sentence }] } },
        });
      }
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
    statement: 'a scheduled time given with an offset is returned in UTC, in publishAt',
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
    statement: 'platformPostId, url and publishedAt are null until the target is published, then set',
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
    statement: 'error is of the form code: message, and errorDetail has the same in fields, with what to do',
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
    section: '2.3',
    statement:
      'requested shows what was requested of each target, alt texts, covers and comments included, wherever the target is shown; sent again it requests the same',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x } = await project.connectAll();
      const mediaItems = [
        { type: 'image', url: 'https://files.example.com/a.jpg', altText: 'A cup' },
        { type: 'image', url: 'https://files.example.com/b.jpg' },
      ];
      const clip = { type: 'video', url: 'https://files.example.com/c.mp4' };
      const covered = [{ ...clip, coverUrl: 'https://files.example.com/c.jpg' }];
      const nothingMore = { firstComment: null, aiGenerated: false, spaceSlug: null };
      const asked = [
        { content: 'For all.', mediaItems, firstComment: null, aiGenerated: true, spaceSlug: 'news' },
        { content: '', mediaItems: [{ ...clip, thumbOffsetMs: 0 }], ...nothingMore, firstComment: 'Read on.' },
        { content: 'For Instagram.', mediaItems: covered, ...nothingMore, aiGenerated: true },
        { content: 'For all.', mediaItems: [], ...nothingMore },
      ];
      const request = {
        content: 'For all.',
        mediaItems,
        publishAt: await api.in(3_600_000),
        platforms: [
          targetEntry(x, { aiGenerated: true, spaceSlug: 'news' }),
          targetEntry(instagram, { content: '', mediaItems: asked[1]?.mediaItems, firstComment: 'Read on.' }),
          targetEntry(instagram, { content: 'For Instagram.', mediaItems: covered, aiGenerated: true }),
          targetEntry(threads, { mediaItems: [] }),
        ],
        idempotencyKey: api.newKey(),
      };
      const create = await project.call('POST', '/posts', { body: request });
      const { id } = (create.body as { post: Post }).post;
      const shown = async (method: string, path: string, body?: unknown) => {
        const answer = (await project.call(method, path, body === undefined ? {} : { body })).body;
        const { post, posts, targets } = answer as { post?: Post; posts?: Post[]; targets?: Target[] };
        return (post ?? posts?.[0] ?? { targets })?.targets?.map(({ requested }) => requested);
      };
      expect((create.body as { post: Post }).post.targets.map(({ requested }) => requested)).toEqual(asked);
      expect(await shown('POST', '/posts', request)).toEqual(asked);
      expect(await shown('GET', `/posts/${id}`)).toEqual(asked);
      expect(await shown('GET', '/posts')).toEqual(asked);
      expect(await shown('GET', `/posts/${id}/metrics`)).toEqual(asked);
      expect(await shown('POST', `/posts/${id}/cancel`)).toEqual(asked);

      const again = request.platforms.map(({ platform, accountId }, at) => ({ platform, accountId, ...asked[at] }));
      const { publishAt } = request;
      expect(await shown('POST', '/posts', { platforms: again, publishAt, idempotencyKey: api.newKey() })).toEqual(
        asked,
      );
    },
  },
  {
    section: '2.5',
    statement: 'a hub account has spaces, each with a slug, a name and the hub’s own id',
    async run(api) {
      const project = await api.project();
      for (const type of ['wordpress', 'micropub'] as const) {
        const hub = await project.connectHub(type, { defaultSpaceSlug: 'news' });
        const { status, body } = await project.call('GET', `/accounts/${hub.id}/spaces?q=news&limit=1`);
        const news = spaceOf({ slug: 'news', name: 'News' }, { isDefault: true });
        expect({ status, body }).toMatchObject({ status: 200, body: { spaces: [news] } });
      }
    },
  },
];
