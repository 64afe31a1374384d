import type { Post } from '@fanfare/contract';
import { expect } from 'vitest';
import { expectedPost } from '../expected-post.ts';
import { serveFiles } from '../serve-files.ts';
import { ANY, errorBody, failedTarget, pendingTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';

const commented = (account: { readonly id: string; readonly platform: string }) => ({
  ...publishedTarget(account),
  commentStatus: 'published',
  commentId: ANY.text,
});

export const targetFieldStatements: readonly Statement[] = [
  {
    section,
    statement: 'a first comment is posted right after its target on instagram, threads and linkedin; x has none',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const firstComment = 'And this.';
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'Read below.',
          platforms: [
            targetEntry(instagram, { firstComment, mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }] }),
            targetEntry(threads, { firstComment }),
            targetEntry(linkedin, { firstComment }),
            targetEntry(x, { firstComment }),
          ],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({
            content: 'Read below.',
            status: 'published',
            targets: [
              commented(instagram),
              commented(threads),
              commented(linkedin),
              { ...publishedTarget(x), commentStatus: 'unsupported' },
            ],
          }),
          replayed: false,
          warnings: [{ path: 'platforms[3].firstComment', message: ANY.sentence }],
        },
      });
    },
  },
  {
    section,
    statement: 'a scheduled first comment waits as none, or unsupported, and comes with its target',
    async run(api) {
      const project = await api.project();
      const { threads, x } = await project.connectAll();
      const publishAt = await api.in(1000);
      const post = await project.publish({
        content: 'Later, with more.',
        publishAt,
        platforms: [targetEntry(threads, { firstComment: 'More.' }), targetEntry(x, { firstComment: 'More.' })],
      });
      const expected = { content: 'Later, with more.', publishAt };
      expect(post).toEqual(
        expectedPost({
          ...expected,
          status: 'scheduled',
          targets: [pendingTarget(threads), { ...pendingTarget(x), commentStatus: 'unsupported' }],
        }),
      );
      expect(await project.settled(post.id)).toEqual(
        expectedPost({
          ...expected,
          status: 'published',
          targets: [commented(threads), { ...publishedTarget(x), commentStatus: 'unsupported' }],
        }),
      );
    },
  },
  {
    section,
    statement:
      'a target with a first comment settles once: it is pending, with the id of its live post, until the comment has ended as well',
    alone: 'the comment that is slow is the next one of linkedin',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      await api.script(linkedin, { of: 'comment', slowMs: 12_000 });
      const answer = project.call('POST', '/posts', {
        body: {
          content: 'Read on below.',
          platforms: [targetEntry(linkedin, { firstComment: 'Here.' })],
          idempotencyKey: api.newKey(),
        },
      });
      const commenting = { ...publishedTarget(linkedin), status: 'pending' };
      const expected = { content: 'Read on below.', status: 'publishing', targets: [commenting] };
      let found: readonly Post[] = [];
      for (let looks = 0; looks < 100 && !found[0]?.targets[0]?.platformPostId; looks++) {
        found = ((await project.call('GET', '/posts?status=publishing')).body as { posts: Post[] }).posts;
      }
      expect(found).toEqual([expectedPost(expected)]);
      const path = `/posts/${found[0]?.id}`;
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 1 });
      expect((await project.call('GET', '/posts?status=published')).body).toMatchObject({ posts: [] });
      expect((await project.call('POST', `${path}/cancel`)).body).toEqual(errorBody('not_cancellable'));
      expect((await project.call('POST', `${path}/repost`)).body).toEqual(errorBody('not_published'));
      expect((await project.call('GET', `${path}/metrics`)).body).toMatchObject({
        targets: [{ ...commenting, metrics: null, metricsError: null }],
      });
      const seen = await project.call('GET', path);
      expect(seen.body).toEqual({ post: found[0] });
      const headers = { 'If-None-Match': seen.headers.get('ETag') ?? '' };
      expect((await project.call('GET', path, { headers })).status).toBe(304);

      let isAnswered = false;
      void answer.then(() => {
        isAnswered = true;
      });
      for (let steps = 0; steps < 200 && !isAnswered; steps++) await api.pass(100);
      const { status, body } = await answer;
      const post = expectedPost({ ...expected, status: 'published', targets: [commented(linkedin)] });
      expect({ status, body }).toEqual({
        status: 201,
        body: { post: { ...post, id: found[0]?.id }, replayed: false, warnings: [] },
      });
      expect((await project.call('GET', path, { headers })).status).toBe(200);
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 2, reserved: 0 });
    },
  },
  {
    section,
    statement:
      'a comment that fails never fails the post: commentStatus failed with commentError, and it is not billed',
    async run(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      await api.script(instagram, { of: 'comment', code: 'permission_missing' });
      const media = [{ type: 'image', url: api.file('harbour.jpg') }];
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          mediaItems: media,
          platforms: [targetEntry(instagram, { firstComment: 'Will not be.' })],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({
            content: '',
            media,
            status: 'published',
            targets: [
              {
                ...publishedTarget(instagram),
                commentStatus: 'failed',
                commentError: expect.stringMatching(/^permission_missing: \S/),
              },
            ],
          }),
          replayed: false,
          warnings: [],
        },
      });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement:
      'a comment whose answer is lost is reported as outcome_unknown, in words about the comment, and is not billed; its target stays published',
    alone: 'the answer that is lost is the next one of linkedin',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      await api.script(linkedin, { of: 'comment', code: 'outcome_unknown' });
      const { targets } = await project.publish({
        content: 'Commented.',
        platforms: [targetEntry(linkedin, { firstComment: 'Perhaps.' })],
      });
      expect(targets).toEqual([
        {
          ...publishedTarget(linkedin),
          commentStatus: 'failed',
          commentError:
            'outcome_unknown: The network was asked to post the comment, but no answer came back: the comment may be live. Look below the post before commenting again.',
        },
      ]);
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement: 'aiGenerated is taken on instagram, on a carousel too, and on x',
    async run(api) {
      const project = await api.project();
      const { instagram, x } = await project.connectAll();
      const media = (['harbour.jpg', 'beans.jpg'] as const).map((name) => ({ type: 'image', url: api.file(name) }));
      const aiGenerated = true;
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'Made.',
          mediaItems: media,
          platforms: [targetEntry(instagram, { aiGenerated }), targetEntry(x, { aiGenerated, mediaItems: [] })],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({
            content: 'Made.',
            media,
            status: 'published',
            targets: [publishedTarget(instagram), publishedTarget(x)],
          }),
          replayed: false,
          warnings: [],
        },
      });
    },
  },
  {
    section,
    statement: 'aiGenerated is sent as is_ai_generated, on a carousel to the parent container',
    notInMock: 'it calls no network',
    async inside(api, inside) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      const image = { type: 'image', url: api.file('harbour.jpg') };
      const publish = (content: string, mediaItems: readonly object[], aiGenerated: boolean) =>
        project.publish({ content, mediaItems, platforms: [targetEntry(instagram, { aiGenerated })] });
      const [first, second, without] = [api.newKey(), api.newKey(), api.newKey()];
      await publish(first, [image], true);
      await publish(second, [image, { ...image, url: api.file('beans.jpg') }], true);
      await publish(without, [image], false);
      const containers = (await inside.requestsTo('instagram'))
        .filter(({ method, path }) => method === 'POST' && path.endsWith(`/${instagram.platformUserId}/media`))
        .map(({ body }) => new URLSearchParams(body ?? ''));
      const seen = containers.map((sent) => ({
        caption: sent.get('caption'),
        isChild: sent.get('is_carousel_item') === 'true',
        disclosure: sent.get('is_ai_generated'),
      }));
      expect(seen).toEqual([
        { caption: first, isChild: false, disclosure: 'true' },
        { caption: null, isChild: true, disclosure: null },
        { caption: null, isChild: true, disclosure: null },
        { caption: second, isChild: false, disclosure: 'true' },
        { caption: without, isChild: false, disclosure: null },
      ]);
    },
  },
  {
    section,
    statement:
      'an option that a platform does not have is ignored, whatever is in it, and named in warnings; one that it has is shown as requested',
    async run(api) {
      const project = await api.project();
      const { x, linkedin } = await project.connectAll();
      const linkedinOptions = { visibility: 'connections' };
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'For some.',
          platforms: [
            targetEntry(x, { link: 7, linkedin: { visibility: 'nobody', deeper: [[null]] } }),
            targetEntry(linkedin, { link: 'none', linkedin: linkedinOptions }),
          ],
          idempotencyKey: api.newKey(),
        },
      });
      const requested = {
        content: 'For some.',
        mediaItems: [],
        firstComment: null,
        aiGenerated: false,
        spaceSlug: null,
      };
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({
            content: 'For some.',
            status: 'published',
            targets: [
              { ...publishedTarget(x), requested },
              {
                ...publishedTarget(linkedin),
                requested: { ...requested, link: 'none', linkedin: linkedinOptions },
              },
            ],
          }),
          replayed: false,
          warnings: [
            { path: 'platforms[0].link', message: ANY.sentence },
            { path: 'platforms[0].linkedin', message: ANY.sentence },
          ],
        },
      });
    },
  },
  {
    section,
    statement:
      'a story on instagram goes out without text and first comment: warnings say so, and commentStatus is unsupported',
    async run(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      const media = [{ type: 'image', url: api.file('harbour.jpg') }];
      const options = { instagram: { format: 'story' } };
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'Left out.',
          mediaItems: media,
          platforms: [targetEntry(instagram, { firstComment: 'Too.', ...options })],
          idempotencyKey: api.newKey(),
        },
      });
      const requested = { content: 'Left out.', mediaItems: media, firstComment: 'Too.', aiGenerated: false };
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({
            content: 'Left out.',
            media,
            status: 'published',
            targets: [
              {
                ...publishedTarget(instagram),
                commentStatus: 'unsupported',
                requested: { ...requested, spaceSlug: null, ...options },
              },
            ],
          }),
          replayed: false,
          warnings: [
            { path: 'platforms[0].content', message: ANY.sentence },
            { path: 'platforms[0].firstComment', message: ANY.sentence },
          ],
        },
      });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement: 'a media URL whose name resolves to a private address fails its target with media_unreachable',
    notInMock: 'it fetches no files and asks no resolver',
    async inside(api, inside) {
      const picture = new Uint8Array(await (await fetch(api.file('harbour.jpg'))).arrayBuffer());
      const asked: string[] = [];
      const files = await serveFiles({ 'plan.jpg': { type: 'image/jpeg', bytes: picture } }, (host) =>
        asked.push(host),
      );
      const { port } = new URL(files.url);
      try {
        const project = await api.on(await inside.other()).project();
        const x = await project.connect('x');
        const publish = (host: string) =>
          project.publish({
            content: `From ${host}.`,
            mediaItems: [{ type: 'image', url: `http://${host}:${port}/plan.jpg` }],
            platforms: [targetEntry(x)],
          });
        expect((await publish('intranet.example.com')).targets).toEqual([
          failedTarget(x, 'media_unreachable', { mediaIndex: 0 }),
        ]);
        expect(asked).toEqual([]);
        // Only the name is in the way.
        expect((await publish('exempt.example.com')).targets).toEqual([publishedTarget(x)]);
        expect(new Set(asked)).toEqual(new Set([`exempt.example.com:${port}`]));
      } finally {
        await files.stop();
      }
    },
  },
];
