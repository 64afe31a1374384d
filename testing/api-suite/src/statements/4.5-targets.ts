import type { Post } from '@fanfare/contract';
import { expect } from 'vitest';
import { expectedPost } from '../expected-post.ts';
import { pendingTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';
/** The answer time of a slow network: long beside what a busy machine needs for everything else. */
const SLOW_MS = 9_000;

export const targetStatements: readonly Statement[] = [
  {
    section,
    statement: 'publishes one content to 10 targets and waits for every network',
    async run(api) {
      const project = await api.project();
      const platforms = [
        'x',
        'threads',
        'linkedin',
        'x',
        'threads',
        'linkedin',
        'x',
        'threads',
        'linkedin',
        'x',
      ] as const;
      const accounts = await Promise.all(platforms.map((platform) => project.connect(platform)));
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'To everybody.',
          platforms: accounts.map((account) => targetEntry(account)),
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({ content: 'To everybody.', status: 'published', targets: accounts.map(publishedTarget) }),
          replayed: false,
          warnings: [],
        },
      });
    },
  },
  {
    section,
    statement: 'waits for a network that processes a video; a concurrent reader and a replay see it pending meanwhile',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      await api.script(threads, { of: 'publish', slowMs: SLOW_MS });
      const media = [{ type: 'video', url: api.file('clip.mp4') }];
      const asked = {
        content: 'Moving.',
        platforms: [targetEntry(x), targetEntry(threads, { mediaItems: media })],
        idempotencyKey: api.newKey(),
      };
      const answer = project.call('POST', '/posts', { body: asked });
      let found: readonly Post[] = [];
      for (let looks = 0; looks < 600 && found.length === 0; looks++) {
        found = ((await project.call('GET', '/posts?status=publishing')).body as { posts: Post[] }).posts;
      }
      const replay = await project.call('POST', '/posts', { body: asked });
      expect({ status: replay.status, body: replay.body }).toMatchObject({
        status: 200,
        body: { post: { status: 'publishing', targets: [{}, pendingTarget(threads)] }, replayed: true, warnings: [] },
      });
      let isAnswered = false;
      void answer.then(() => {
        isAnswered = true;
      });
      for (let steps = 0; steps < 600 && !isAnswered; steps++) await api.pass(100);
      const { status, body } = await answer;
      const post = expectedPost({
        content: 'Moving.',
        status: 'published',
        targets: [publishedTarget(x), publishedTarget(threads)],
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: { post: { ...post, id: found[0]?.id }, replayed: false, warnings: [] },
      });
    },
  },
  {
    section,
    statement: 'targets are published concurrently: five slow networks take as long as one',
    async run(api) {
      const project = await api.project();
      const accounts = await Promise.all([1, 2, 3, 4, 5].map(() => project.connect('threads')));
      for (const account of accounts) await api.script(account, { of: 'publish', slowMs: SLOW_MS });
      const startedAt = Date.parse(await api.in(0));
      const answer = project.publish({
        content: 'Side by side.',
        mediaItems: [{ type: 'video', url: api.file('clip.mp4') }],
        platforms: accounts.map((account) => targetEntry(account)),
      });
      let endedAt = Number.NaN;
      const end = answer.then(async () => {
        endedAt = Date.parse(await api.in(0));
      });
      for (let steps = 0; steps < 600 && Number.isNaN(endedAt); steps++) await api.pass(100);
      await end;
      expect((await answer).targets).toEqual(accounts.map(publishedTarget));
      expect(endedAt - startedAt).toBeGreaterThanOrEqual(SLOW_MS - 100);
      expect(endedAt - startedAt).toBeLessThan(5 * (SLOW_MS - 100));
    },
  },
  {
    section,
    statement: 'content is an empty string by default; a post shows its media in their order',
    async run(api) {
      const project = await api.project();
      const { instagram, x } = await project.connectAll();
      const media = (['latte.png', 'harbour.jpg', 'beans.jpg'] as const).map((name) => ({
        type: 'image',
        url: api.file(name),
      }));
      const jpegs = media.slice(1);
      const post = await project.publish({
        mediaItems: media,
        platforms: [targetEntry(x), targetEntry(instagram, { mediaItems: jpegs })],
      });
      expect(post).toEqual(
        expectedPost({
          content: '',
          media,
          status: 'published',
          targets: [publishedTarget(x), publishedTarget(instagram)],
        }),
      );
    },
  },
  {
    section,
    statement: 'media of every kind a network takes are published: an image, a carousel, a video with a cover',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const image = { type: 'image', url: api.file('harbour.jpg'), altText: 'Boats.' };
      const second = { type: 'image', url: api.file('beans.jpg') };
      const video = { type: 'video', url: api.file('clip.mp4') };
      const coverUrl = api.file('cover.jpg');
      const post = await project.publish({
        content: 'All kinds.',
        platforms: [
          targetEntry(instagram, { mediaItems: [{ ...video, coverUrl }] }),
          targetEntry(threads, { mediaItems: [image, video, second] }),
          targetEntry(x, { mediaItems: [image, second] }),
          targetEntry(linkedin, { mediaItems: [{ ...video, coverUrl }] }),
        ],
      });
      expect(post).toEqual(
        expectedPost({
          content: 'All kinds.',
          status: 'published',
          targets: [instagram, threads, x, linkedin].map(publishedTarget),
        }),
      );
    },
  },
  {
    section,
    statement: 'content and mediaItems of a target override those of the post; the post shows its own',
    async run(api) {
      const project = await api.project();
      const { x, threads, instagram } = await project.connectAll();
      const media = [{ type: 'image', url: api.file('harbour.jpg') }];
      const content = 'a'.repeat(400);
      const asked = {
        content,
        mediaItems: media,
        platforms: [
          // Too long for X, unless the target has its own text.
          targetEntry(x, { content: 'Short, for X.', mediaItems: [] }),
          targetEntry(threads),
          targetEntry(instagram, { content: '', mediaItems: [{ type: 'image', url: api.file('beans.jpg') }] }),
        ],
      };
      const targets = [x, threads, instagram].map(publishedTarget);
      expect(await project.publish(asked)).toEqual(expectedPost({ content, media, status: 'published', targets }));
      const publishAt = await api.in(800);
      const later = { ...asked, content: `${content}.`, publishAt };
      const { id } = await project.publish({
        ...later,
        platforms: [targetEntry(x, { content: 'Also short, for X.', mediaItems: [] }), targetEntry(threads)],
      });
      expect(await project.settled(id)).toEqual({
        ...expectedPost({
          content: later.content,
          media,
          status: 'published',
          publishAt,
          targets: targets.slice(0, 2),
        }),
        id,
      });
    },
  },
  {
    section,
    statement: 'one account may be the target twice with different content',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const post = await project.publish({
        content: 'One.',
        platforms: [targetEntry(x), targetEntry(x, { content: 'Two.' })],
      });
      expect(post).toEqual(
        expectedPost({ content: 'One.', status: 'published', targets: [publishedTarget(x), publishedTarget(x)] }),
      );
    },
  },
];
