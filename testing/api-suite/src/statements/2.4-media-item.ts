import { expect } from 'vitest';
import type { FileName } from '../implementation.ts';
import { ANY } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

/** Media items of a request, and what readers see of them. */
export const mediaItemStatements: readonly Statement[] = [
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
];
