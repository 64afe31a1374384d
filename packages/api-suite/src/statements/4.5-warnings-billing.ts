import { expect } from 'vitest';
import type { Project } from '../api.ts';
import { ANY, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';

const usageOf = async (project: Project) => (await project.call('GET', '/usage')).body;

export const warningAndBillingStatements: readonly Statement[] = [
  {
    section,
    statement: 'nothing in a post is ignored silently: every field without effect is named in warnings',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const image = { type: 'image', url: api.file('harbour.jpg') };
      const video = { type: 'video', url: api.file('clip.mp4') };
      const coverUrl = api.file('cover.jpg');
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'Nothing is lost.',
          platforms: [
            targetEntry(instagram, { mediaItems: [{ ...video, coverUrl, thumbOffsetMs: 100, altText: 'A clip.' }] }),
            targetEntry(threads, { spaceSlug: 'news', mediaItems: [{ ...image, coverUrl, thumbOffsetMs: 100 }] }),
            targetEntry(x, { spaceSlug: 'news', mediaItems: [{ ...image, coverUrl }] }),
            targetEntry(linkedin, { spaceSlug: 'news', mediaItems: [{ ...image, coverUrl }] }),
          ],
          idempotencyKey: api.newKey(),
        },
      });
      expect(status).toBe(201);
      const { warnings, post } = body as { warnings: unknown; post: { status: string } };
      expect(post.status).toBe('published');
      const told = (path: string) => ({ path, message: ANY.sentence });
      expect(warnings).toEqual([
        told('platforms[0].mediaItems[0].altText'),
        told('platforms[0].mediaItems[0].thumbOffsetMs'),
        told('platforms[1].mediaItems[0].coverUrl'),
        told('platforms[1].mediaItems[0].thumbOffsetMs'),
        told('platforms[1].spaceSlug'),
        told('platforms[2].mediaItems[0].coverUrl'),
        told('platforms[2].spaceSlug'),
        told('platforms[3].mediaItems[0].coverUrl'),
        told('platforms[3].spaceSlug'),
      ]);
    },
  },
  {
    section,
    statement: 'what a network does not take of a post that it takes stands in the warnings of its target',
    alone: 'A fault of the sandbox is met by whoever calls next.',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      await api.script(x, { of: 'publish', warning: 'alt_text_refused' });
      const post = await project.publish({
        content: 'Taken, but for its description.',
        mediaItems: [{ type: 'image', url: api.file('harbour.jpg'), altText: 'The harbour at six.' }],
        platforms: [targetEntry(x)],
      });
      const warned = { ...publishedTarget(x), warnings: [{ code: 'alt_text_refused', message: ANY.sentence }] };
      expect(post.targets).toEqual([warned]);
      const read = await project.call('GET', `/posts/${post.id}`);
      expect(read).toMatchObject({ status: 200, body: { post: { status: 'published', targets: [warned] } } });
    },
  },
  {
    section,
    statement: 'usage is recorded per target that actually published, and per first comment that was posted',
    async run(api) {
      const project = await api.project('free');
      const { x, threads, linkedin } = await project.connectAll();
      const { periodStart, periodEnd } = (await usageOf(project)) as { periodStart: string; periodEnd: string };
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      await project.publish({
        content: 'Three, and two of them.',
        platforms: [
          targetEntry(x, { firstComment: 'Not on x.' }),
          targetEntry(threads, { firstComment: 'Never.' }),
          targetEntry(linkedin, { firstComment: 'Yes.' }),
        ],
      });
      expect(await usageOf(project)).toEqual({
        plan: 'free',
        periodStart,
        periodEnd,
        included: 100,
        used: 3,
        reserved: 0,
        remaining: 97,
        overage: false,
      });
    },
  },
  {
    section,
    statement: 'an x post containing a link costs 65 units, the same text elsewhere 1; a replay costs nothing',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const body = {
        content: 'Read https://example.com/harbour',
        platforms: [targetEntry(x), targetEntry(threads)],
        idempotencyKey: api.newKey(),
      };
      await project.call('POST', '/posts', { body });
      expect(await usageOf(project)).toMatchObject({ used: 66, reserved: 0 });
      expect((await project.call('POST', '/posts', { body })).status).toBe(200);
      expect(await usageOf(project)).toMatchObject({ used: 66, reserved: 0 });
    },
  },
  {
    section,
    statement:
      'a scheduled post reserves its units, first comments included; publishing bills them, failing releases them',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const { id } = await project.publish({
        content: 'Held.',
        publishAt: await api.in(4_000),
        platforms: [
          targetEntry(x, { content: 'https://example.com/' }),
          targetEntry(threads, { firstComment: 'Held too.' }),
        ],
      });
      expect(await usageOf(project)).toMatchObject({ used: 0, reserved: 67 });
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      await project.settled(id);
      expect(await usageOf(project)).toMatchObject({ used: 65, reserved: 0 });
    },
  },
];
