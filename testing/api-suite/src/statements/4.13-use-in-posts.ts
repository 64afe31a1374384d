import { pdfOfPages, pptxOfSlides } from '@fanfare/media-file/testing/files';
import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { announce, announcement, JPEG, mediaOf, PNG, putFile, upload } from '../hosted-file.ts';
import { ANY, errorBody, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.13';

const image = (url: string) => ({ type: 'image', url });

/** The answers of `POST /posts` and of its dry run. */
async function refusalsOf(api: Api, project: Project, body: Readonly<Record<string, unknown>>) {
  const posted = await project.call('POST', '/posts', { body: { ...body, idempotencyKey: api.newKey() } });
  const validated = await project.call('POST', '/posts/validate', { body });
  const { error } = posted.body as { error: { details: unknown } };
  expect((validated.body as { violations: unknown }).violations).toEqual(error.details);
  return { status: posted.status, body: posted.body };
}

/** Posts with hosted files. */
export const hostedInPostStatements: readonly Statement[] = [
  {
    section,
    statement: 'a post with a ready file is published on every network and on hubs, and keeps the file for 30 days',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const hub = await project.connectHub('wordpress');
      const media = await upload(api, project, JPEG);
      const accounts = [instagram, threads, x, linkedin, hub];
      const post = await project.publish({
        content: 'Hosted.',
        mediaItems: [image(media.url)],
        platforms: accounts.map((account) => targetEntry(account)),
      });
      const { targets } = await project.settled(post.id);
      expect(targets).toEqual(accounts.map(publishedTarget));
      const { body } = await project.call('GET', `/media/${media.id}`);
      const { expiresAt } = (body as { media: { expiresAt: string } }).media;
      const keptMs = Date.parse(expiresAt) - Date.parse(await api.in(0));
      expect(Math.round(keptMs / 86_400_000)).toBe(30);
      expect((await project.call('DELETE', `/media/${media.id}`)).status).toBe(200);
    },
  },
  {
    section,
    statement:
      'an unknown file and another project’s are media.url.unknown, one that is not ready is media.url.not_ready, each at its item',
    everywhere: true,
    async run(api) {
      const [project, other] = [await api.project(), await api.project()];
      const x = await project.connect('x');
      const foreign = await upload(api, other, JPEG);
      const awaited = await announce(project, announcement(JPEG));
      const refused = await upload(api, project, { ...JPEG, content: JPEG.content.subarray(0, 1_000) });
      const unknown = `${api.baseUrl}/m/${'0'.repeat(32)}/a.jpg`;
      const urls = [unknown, foreign.url, awaited.url, refused.url];
      const rules = ['media.url.unknown', 'media.url.unknown', 'media.url.not_ready', 'media.url.not_ready'];
      const { status, body } = await refusalsOf(api, project, {
        mediaItems: urls.map(image),
        platforms: [targetEntry(x)],
      });
      const details = rules.map((rule, at) => ({
        path: `platforms[0].mediaItems[${at}].url`,
        platform: 'x',
        accountId: x.id,
        rule,
        message: ANY.sentence,
      }));
      expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_post', details) });
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
    },
  },
  {
    section,
    statement:
      'a file that breaks a rule of a platform is refused there with instagram.image.type, before any call, when `convert` is false',
    async run(api) {
      const project = await api.project();
      const [instagram, x] = [await project.connect('instagram'), await project.connect('x')];
      const { url } = await upload(api, project, PNG);
      const { status, body } = await refusalsOf(api, project, {
        mediaItems: [image(url)],
        platforms: [targetEntry(x), targetEntry(instagram)],
        convert: false,
      });
      const detail = {
        path: 'platforms[1].mediaItems[0]',
        platform: 'instagram',
        accountId: instagram.id,
        rule: 'instagram.image.type',
        message: ANY.sentence,
      };
      expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_post', [detail]) });
      const post = await project.publish({ mediaItems: [image(url)], platforms: [targetEntry(x)], convert: false });
      expect(post.targets).toEqual([publishedTarget(x)]);
    },
  },
  {
    section,
    statement:
      'a PDF of more than 300 pages, or a PPTX of more than 300 slides, says so in `problems`, and is refused on linkedin with linkedin.document.max_pages',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      for (const build of [pdfOfPages, pptxOfSlides]) {
        const { facts, problems, url } = mediaOf(await putFile(api, project, build(301)));
        const rule = { rule: 'linkedin.document.max_pages', message: ANY.sentence, limit: 300, actual: 301 };
        expect(facts?.pages).toBe(301);
        expect(problems.filter(({ platform }) => platform === 'linkedin')).toEqual([{ platform: 'linkedin', ...rule }]);
        const { status, body } = await refusalsOf(api, project, {
          content: 'The menu',
          mediaItems: [{ type: 'document', url, title: 'Menu' }],
          platforms: [targetEntry(linkedin)],
        });
        const detail = {
          path: 'platforms[0].mediaItems[0]',
          ...{ platform: 'linkedin', accountId: linkedin.id, ...rule },
        };
        expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_post', [detail]) });
        const fits = mediaOf(await putFile(api, project, build(300)));
        const isRefused = fits.problems.some(({ platform }) => platform === 'linkedin');
        expect([fits.facts?.pages, isRefused]).toEqual([300, false]);
      }
    },
  },
  {
    section,
    statement: 'an image that a platform does not take is sent there as a JPEG, which an entry in `warnings` says',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const [instagram, x] = [await project.connect('instagram'), await project.connect('x')];
      const { url } = await upload(api, project, PNG);
      const body = { mediaItems: [image(url)], platforms: [targetEntry(x), targetEntry(instagram)] };
      const warnings = [
        { path: 'platforms[1].mediaItems[0]', message: 'mediaItems[0]: PNG sent to instagram as JPEG, 1,080 px' },
      ];
      const dry = await project.call('POST', '/posts/validate', { body });
      expect([dry.status, dry.body]).toMatchObject([200, { valid: true, violations: [], warnings }]);
      const posted = await project.call('POST', '/posts', { body: { ...body, idempotencyKey: api.newKey() } });
      expect([posted.status, posted.body]).toMatchObject([201, { warnings, post: { media: [{ url }] } }]);
      const { post } = posted.body as { post: { id: string } };
      const { targets } = await project.settled(post.id);
      expect(targets).toEqual([publishedTarget(x), publishedTarget(instagram)]);
    },
  },
  {
    section,
    statement:
      'an image that has to be converted and cannot be read is media.convert.failed, before anything is recorded',
    notInMock: 'A mock predicts what conversion makes of an image, and decodes none.',
    async inside(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      // The pixels of a picture are in its middle.
      const content = Buffer.concat([PNG.content.subarray(0, 60_000), PNG.content.subarray(100_000)]);
      const { url } = await upload(api, project, { ...PNG, content });
      const { status, body } = await project.call('POST', '/posts', {
        body: { mediaItems: [image(url)], platforms: [targetEntry(instagram)], idempotencyKey: api.newKey() },
      });
      const detail = {
        path: 'platforms[0].mediaItems[0]',
        platform: 'instagram',
        accountId: instagram.id,
        rule: 'media.convert.failed',
        message: ANY.sentence,
      };
      expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_post', [detail]) });
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
    },
  },
  {
    section,
    statement: 'a dry run with probe names the caller’s own files that cannot be fetched: media.url.unreachable',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const body = { mediaItems: [image('https://files.invalid/a.jpg')], platforms: [targetEntry(x)] };
      const violation = {
        path: 'platforms[0].mediaItems[0].url',
        platform: 'x',
        accountId: x.id,
        rule: 'media.url.unreachable',
        message: ANY.sentence,
      };
      for (const [probe, violations] of [
        [true, [violation]],
        [false, []],
      ] as const) {
        const answer = await project.call('POST', '/posts/validate', { body: { ...body, probe } });
        expect([answer.status, answer.body]).toMatchObject([200, { valid: !probe, violations }]);
      }
    },
  },
  {
    section,
    statement: 'media of the post that every target replaces are not used, and may be files that are not ready',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, url } = await announce(project, announcement(JPEG));
      const post = await project.publish({
        content: 'Another picture.',
        mediaItems: [image(url)],
        platforms: [targetEntry(x, { mediaItems: [] })],
        publishAt: await api.in(3_600_000),
      });
      expect(post.status).toBe('scheduled');
      expect((await project.call('DELETE', `/media/${id}`)).status).toBe(200);
    },
  },
  {
    section,
    statement: 'a file that a waiting post uses is media_in_use and does not expire, until the post is cancelled',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, url } = await upload(api, project, JPEG);
      const post = await project.publish({
        content: 'Later.',
        mediaItems: [image(url)],
        publishAt: await api.in(3_600_000),
        platforms: [targetEntry(x)],
      });
      const { status, body } = await project.call('DELETE', `/media/${id}`);
      expect({ status, body }).toEqual({ status: 409, body: errorBody('media_in_use') });
      expect((await project.call('GET', `/media/${id}`)).body).toMatchObject({ media: { expiresAt: null } });
      await project.call('POST', `/posts/${post.id}/cancel`);
      expect((await project.call('GET', `/media/${id}`)).body).toMatchObject({ media: { expiresAt: ANY.time } });
      expect((await project.call('DELETE', `/media/${id}`)).status).toBe(200);
    },
  },
];
