import { expect } from 'vitest';
import { expectedPost } from '../expected-post.ts';
import { usageOf } from '../project-usage.ts';
import { ANY, errorBody, invalidRequest, pendingTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';
const HUB_TYPES = ['wordpress', 'micropub'] as const;
const IMAGES = ['harbour.jpg', 'roastery.jpg', 'beans.jpg', 'latte.png', 'cover.jpg'] as const;

const NOTHING = { views: null, likes: null, comments: null, shares: null, saves: null };

export const hubPublishStatements: readonly Statement[] = [
  ...HUB_TYPES.map(
    (type): Statement => ({
      section: '8',
      statement: `a ${type} hub takes a text, a single image or a carousel of 2 to 10 images; one unit each`,
      async run(api) {
        const project = await api.project();
        const hub = await project.connectHub(type);
        const images = (count: number) =>
          Array.from({ length: count }, (_, at) => ({
            type: 'image' as const,
            url: api.file(IMAGES[at % IMAGES.length]!),
            altText: `Image ${at + 1}`,
          }));
        for (const [at, count] of [0, 1, 2, 10].entries()) {
          const content = `${api.newName()} has ${count} images.\n\n<b>Not</b> HTML & not *Markdown*.`;
          const mediaItems = images(count);
          const post = await project.publish({ content, mediaItems, platforms: [targetEntry(hub)] });
          const media = mediaItems.map(({ type, url }) => ({ type, url }));
          const target = { ...publishedTarget(hub), requested: { ...requested, content, mediaItems } };
          expect(post).toEqual(expectedPost({ content, media, status: 'published', targets: [target] }));
          expect(await usageOf(project)).toMatchObject({ used: at + 1, reserved: 0 });
        }
        const wordless = await project.publish({ mediaItems: images(1), platforms: [targetEntry(hub)] });
        expect(wordless.targets).toEqual([publishedTarget(hub)]);
      },
    }),
  ),
  {
    section: '8',
    statement:
      'eleven images for a hub are refused with 400 invalid_request, a video or an AI label with 400 invalid_post',
    async run(api) {
      const project = await api.project();
      const hub = await project.connectHub('wordpress');
      const image = { type: 'image', url: api.file('harbour.jpg') };
      const refuse = async (more: object, ofTarget: object = {}) => {
        const platforms = [targetEntry(hub, { ...ofTarget })];
        const body = { content: 'Too much.', platforms, idempotencyKey: api.newKey(), ...more };
        const answer = await project.call('POST', '/posts', { body });
        return { status: answer.status, body: answer.body };
      };
      const violation = (rule: string, path: string) => ({
        ...{ path: `platforms[0].${path}`, platform: 'hub', accountId: hub.id, rule, message: ANY.sentence },
      });
      const mediaItems = Array.from({ length: 11 }, () => image);
      expect(await refuse({ mediaItems })).toEqual({ status: 400, body: invalidRequest('mediaItems') });
      const video = { type: 'video', url: api.file('clip.mp4') };
      expect(await refuse({ mediaItems: [video] })).toEqual({
        status: 400,
        body: errorBody('invalid_post', [violation('hub.media.no_video', 'mediaItems')]),
      });
      expect(await refuse({}, { aiGenerated: true })).toEqual({
        status: 400,
        body: errorBody('invalid_post', [violation('hub.ai_generated.unsupported', 'aiGenerated')]),
      });
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
      expect(await usageOf(project)).toMatchObject({ used: 0, reserved: 0 });
    },
  },
  {
    section,
    statement: 'spaceSlug overrides the default space of a hub account, and is ignored with a warning elsewhere',
    async run(api) {
      const project = await api.project();
      const user = await api.hubUser('micropub');
      const hub = await project.connectHub('micropub', { user, defaultSpaceSlug: 'news' });
      const x = await project.connect('x');
      const spaceSlug = api.newName();
      await api.addSpace(user, { slug: spaceSlug, name: spaceSlug });
      const content = `Into ${spaceSlug}.`;
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content,
          platforms: [targetEntry(hub), targetEntry(hub, { spaceSlug }), targetEntry(x, { spaceSlug })],
          idempotencyKey: api.newKey(),
        },
      });
      const shown = (account: typeof hub, slug: string | null) => ({
        ...publishedTarget(account),
        requested: { ...requested, content, spaceSlug: slug },
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({
            content,
            status: 'published',
            targets: [shown(hub, null), shown(hub, spaceSlug), shown(x, spaceSlug)],
          }),
          replayed: false,
          warnings: [{ path: 'platforms[2].spaceSlug', message: ANY.sentence }],
        },
      });
    },
  },
  {
    section,
    statement:
      'the options of a hub are those of its type, and others are ignored with a warning; a post that waits for review is published without a url',
    async run(api) {
      const project = await api.project();
      const [wordpress, micropub] = [await project.connectHub('wordpress'), await project.connectHub('micropub')];
      const content = `Rye ${api.newName()}.`;
      const ofWordpress = { title: 'Rye is back', tags: ['Rye'], status: 'pending' };
      const ofMicropub = { categories: ['Rye'] };
      const options = { wordpress: ofWordpress, micropub: ofMicropub };
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content,
          platforms: [targetEntry(wordpress, options), targetEntry(micropub, options)],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({
            content,
            status: 'published',
            targets: [
              {
                ...publishedTarget(wordpress),
                url: null,
                requested: { ...requested, content, wordpress: ofWordpress },
              },
              { ...publishedTarget(micropub), requested: { ...requested, content, micropub: ofMicropub } },
            ],
          }),
          replayed: false,
          warnings: [
            { path: 'platforms[0].micropub', message: ANY.sentence },
            { path: 'platforms[1].wordpress', message: ANY.sentence },
          ],
        },
      });
    },
  },
  {
    section,
    statement: 'two targets of one hub account and one space are duplicates, of two spaces they are not',
    async run(api) {
      const project = await api.project();
      const hub = await project.connectHub('wordpress');
      const spaces = (...slugs: string[]) => slugs.map((spaceSlug) => targetEntry(hub, { spaceSlug }));
      const check = async (platforms: object[]) =>
        (await project.call('POST', '/posts/validate', { body: { content: 'Twice?', platforms } })).body;
      expect(await check(spaces('news', 'events'))).toMatchObject({ valid: true, units: 2 });
      expect(await check(spaces('news', 'news'))).toMatchObject({
        valid: false,
        violations: [{ rule: 'targets.duplicate', path: 'platforms[1]' }],
      });
    },
  },
  {
    section,
    statement: 'a target that names the default space of its account, and one that names none, are duplicates',
    async run(api) {
      const project = await api.project();
      const hub = await project.connectHub('wordpress', { defaultSpaceSlug: 'news' });
      const twins = [targetEntry(hub, { spaceSlug: 'news' }), targetEntry(hub)];
      const body = { content: `Once, ${api.newName()}.` };
      const violation = { rule: 'targets.duplicate', path: 'platforms[1]' };
      // A post before them, so that the server has seen the account.
      await project.publish({ ...body, platforms: [targetEntry(hub, { spaceSlug: 'events' })] });
      for (const platforms of [twins, twins.toReversed()]) {
        const judged = await project.call('POST', '/posts/validate', { body: { ...body, platforms } });
        expect(judged.body).toMatchObject({ valid: false, violations: [violation] });
        const refused = await project.call('POST', '/posts', {
          body: { ...body, platforms, idempotencyKey: api.newKey() },
        });
        expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_post', details: [violation] } } });
      }
      const elsewhere = [targetEntry(hub, { spaceSlug: 'events' }), targetEntry(hub)];
      const judged = await project.call('POST', '/posts/validate', { body: { ...body, platforms: elsewhere } });
      expect(judged.body).toMatchObject({ valid: true, units: 2 });
    },
  },
  {
    section,
    statement: 'a first comment is unsupported on a hub: the post is published, with a warning and for one unit',
    async run(api) {
      const project = await api.project();
      const hub = await project.connectHub('wordpress');
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: `Comment on ${api.newName()}.`,
          platforms: [targetEntry(hub, { firstComment: 'First.' })],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toMatchObject({
        status: 201,
        body: {
          post: {
            targets: [{ status: 'published', commentStatus: 'unsupported', commentId: null, commentError: null }],
          },
          warnings: [{ path: 'platforms[0].firstComment', message: ANY.sentence }],
        },
      });
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section: '4.11',
    statement: 'WordPress reports comments only, Micropub no counts at all',
    async run(api) {
      const project = await api.project();
      const wordpress = await project.connectHub('wordpress');
      const micropub = await project.connectHub('micropub');
      const content = `Count ${api.newName()}.`;
      const { id } = await project.publish({ content, platforms: [targetEntry(wordpress), targetEntry(micropub)] });
      const { status, body } = await project.call('GET', `/posts/${id}/metrics`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          postId: id,
          fetchedAt: ANY.time,
          targets: [
            { ...publishedTarget(wordpress), metrics: { ...NOTHING, comments: ANY.count }, metricsError: null },
            { ...publishedTarget(micropub), metrics: NOTHING, metricsError: null },
          ],
        },
      });
    },
  },
  {
    section: '4.9',
    statement: 'reposting a post on a hub is unsupported, and costs nothing',
    async run(api) {
      const project = await api.project();
      const hub = await project.connectHub('micropub');
      const { id, targets } = await project.publish({
        content: `Share ${api.newName()}.`,
        platforms: [targetEntry(hub)],
      });
      const { status, body } = await project.call('POST', `/posts/${id}/repost`);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { reposts: [{ targetId: targets[0]?.id, platform: 'hub', status: 'unsupported' }] },
      });
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section: '3.2',
    statement: 'a post for a hub is scheduled and published like any other',
    async run(api) {
      const project = await api.project();
      const hub = await project.connectHub('wordpress', { defaultSpaceSlug: 'news' });
      const content = `Later: ${api.newName()}.`;
      const post = await project.publish({ content, platforms: [targetEntry(hub)], publishAt: await api.in(4_000) });
      expect(post.targets).toEqual([pendingTarget(hub)]);
      expect((await project.settled(post.id)).targets).toEqual([publishedTarget(hub)]);
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
    },
  },
];

const requested = {
  content: '',
  mediaItems: [] as readonly unknown[],
  firstComment: null,
  aiGenerated: false,
  spaceSlug: null,
};
