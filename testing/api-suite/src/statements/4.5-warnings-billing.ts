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
            targetEntry(x, { spaceSlug: 'news', mediaItems: [{ ...video, coverUrl, altText: 'Unheard.' }] }),
            targetEntry(linkedin, { spaceSlug: 'news', mediaItems: [{ ...image, coverUrl }] }),
          ],
          idempotencyKey: api.newKey(),
        },
      });
      expect(status).toBe(201);
      const { warnings, post } = body as { warnings: unknown; post: { status: string } };
      expect(post.status).toBe('published');
      const warningAt = (path: string) => ({ path, message: ANY.sentence });
      expect(warnings).toEqual([
        warningAt('platforms[0].mediaItems[0].altText'),
        warningAt('platforms[0].mediaItems[0].thumbOffsetMs'),
        warningAt('platforms[1].mediaItems[0].coverUrl'),
        warningAt('platforms[1].mediaItems[0].thumbOffsetMs'),
        warningAt('platforms[1].spaceSlug'),
        warningAt('platforms[2].mediaItems[0].coverUrl'),
        warningAt('platforms[2].mediaItems[0].altText'),
        warningAt('platforms[2].spaceSlug'),
        warningAt('platforms[3].mediaItems[0].coverUrl'),
        warningAt('platforms[3].spaceSlug'),
      ]);
    },
  },
  {
    section,
    statement: 'threads: a text of at most 500 characters and more than 500 bytes is published with a warning',
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads');
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: `${'a'.repeat(495)}’’’`,
          platforms: [targetEntry(threads)],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toMatchObject({ status: 201, body: { post: { status: 'published' } } });
      expect((body as { warnings: unknown }).warnings).toEqual([
        {
          path: 'platforms[0].content',
          message: 'The text has 504 bytes; Threads may refuse it above 500 bytes. Shorten it to be sure.',
        },
      ]);
    },
  },
  {
    section,
    statement: 'what a network does not take of a post that it takes stands in the warnings of its target',
    alone: 'A fault of the sandbox applies to the next caller.',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      await api.script(x, { of: 'publish', warning: 'alt_text_refused' });
      const post = await project.publish({
        content: 'Published without its description.',
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
    statement: 'a link on linkedin may be left bare; elsewhere link has no effect and is named in warnings',
    async run(api) {
      const project = await api.project();
      const { linkedin, x, threads } = await project.connectAll();
      const body = {
        content: 'See https://page.invalid/harbour.',
        platforms: [
          targetEntry(linkedin, { link: 'none' }),
          targetEntry(x, { link: 'auto' }),
          targetEntry(threads, { link: 'none' }),
        ],
      };
      const { status, body: answer } = await project.call('POST', '/posts', {
        body: { ...body, idempotencyKey: api.newKey() },
      });
      const warningAt = (path: string) => ({ path, message: ANY.sentence });
      expect({ status, body: answer }).toMatchObject({
        status: 201,
        body: {
          warnings: [warningAt('platforms[1].link'), warningAt('platforms[2].link')],
          post: {
            status: 'published',
            targets: [
              { platform: 'linkedin', warnings: [], requested: { link: 'none' } },
              { platform: 'x', warnings: [], requested: expect.not.objectContaining({ link: 'auto' }) },
              { platform: 'threads', warnings: [], requested: expect.not.objectContaining({ link: 'none' }) },
            ],
          },
        },
      });
      const dryRun = await project.call('POST', '/posts/validate', {
        body: {
          ...body,
          platforms: [
            targetEntry(linkedin),
            targetEntry(linkedin, { link: 'none', content: 'https://b.invalid' }),
            targetEntry(x),
          ],
        },
      });
      const cost = (account: { readonly id: string; readonly platform: string }, units: number) => ({
        accountId: account.id,
        platform: account.platform,
        units,
      });
      expect(dryRun).toMatchObject({ status: 200, body: { valid: true } });
      expect((dryRun.body as { targets: unknown }).targets).toEqual([
        { ...cost(linkedin, 1), linkCard: 'https://page.invalid/harbour' },
        cost(linkedin, 1),
        // No ending of a real name, so no link that X bills.
        cost(x, 1),
      ]);
    },
  },
  {
    section,
    statement: 'a link on linkedin of which no card can be made goes out bare, and the target says so',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      await api.script(linkedin, { of: 'publish', warning: 'link_card_missing' });
      const post = await project.publish({
        content: 'Nobody answers at https://page.invalid/.',
        platforms: [targetEntry(linkedin)],
      });
      expect(post.targets).toEqual([
        { ...publishedTarget(linkedin), warnings: [{ code: 'link_card_missing', message: ANY.sentence }] },
      ]);
    },
  },
  {
    section,
    statement: 'a picture that instagram cannot fetch is sent from a copy, and the target says so',
    async run(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      await api.script(instagram, { of: 'publish', warning: 'media_copy_sent' });
      const post = await project.publish({
        content: 'From a copy.',
        mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }],
        platforms: [targetEntry(instagram)],
      });
      expect(post.targets).toEqual([
        { ...publishedTarget(instagram), warnings: [{ code: 'media_copy_sent', message: ANY.sentence }] },
      ]);
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
