import type { Account } from '@fanfare/contract';
import { expect } from 'vitest';
import { serveFiles } from '../serve-files.ts';
import { failedTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '8';

/** The smallest picture in GIF. */
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAIBAAA=', 'base64');

/** Videos, and how long they may take; the cover images of Instagram. */
export const mediaStatements: readonly Statement[] = [
  {
    section,
    statement: 'an instagram video takes a cover image',
    async run(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      const video = { type: 'video', url: api.file('clip.mp4'), coverUrl: api.file('cover.jpg') };
      const post = await project.publish({
        content: 'Covered.',
        mediaItems: [video],
        platforms: [targetEntry(instagram)],
      });
      expect(post.targets).toEqual([publishedTarget(instagram)]);
    },
  },
  {
    section,
    statement: 'the service waits for a network that takes its time with a video',
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads');
      await api.script(threads, { of: 'publish', slowMs: 1500 });
      let isAnswered = false;
      const asked = project
        .publish({
          content: 'Worth the wait.',
          mediaItems: [{ type: 'video', url: api.file('clip.mp4') }],
          platforms: [targetEntry(threads)],
        })
        .finally(() => {
          isAnswered = true;
        });
      while (!isAnswered) await api.pass(500);
      expect((await asked).targets).toEqual([publishedTarget(threads)]);
    },
  },
  {
    section,
    statement:
      'video processing wait: roughly four minutes per item, on every network; what takes longer fails with media_processing_timeout and costs nothing',
    minutes: 'four of them, of the time of everybody',
    async run(api) {
      const project = await api.project();
      const [quick, slow] = await Promise.all([project.connectAll(), project.connectAll()]);
      const publishAt = await api.in(5_000);
      const film = async (accounts: readonly Account[], slowMs: number) => {
        for (const account of accounts) await api.script(account, { of: 'publish', slowMs });
        const { id } = await project.publish({
          content: 'A film.',
          mediaItems: [{ type: 'video', url: api.file('clip.mp4') }],
          publishAt,
          platforms: accounts.map((account) => targetEntry(account)),
        });
        const { targets } = await project.settled(id, { withinMs: 360_000 });
        return { targets, tookMs: Date.parse(await api.in(0)) - Date.parse(publishAt) };
      };
      const [inTime, tooLate] = await Promise.all([
        film(Object.values(quick), 210_000),
        film(Object.values(slow), 270_000),
      ]);
      expect(inTime.targets).toEqual(Object.values(quick).map(publishedTarget));
      expect(inTime.tookMs).toBeGreaterThanOrEqual(210_000);
      const mediaIndex = expect.toSatisfy((at) => at === null || at === 0);
      expect(tooLate.targets).toEqual(
        Object.values(slow).map((account) => failedTarget(account, 'media_processing_timeout', { mediaIndex })),
      );
      // It was given up before the film was ready.
      expect(tooLate.tookMs).toBeLessThan(270_000);
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 4, reserved: 0 });
    },
  },
  {
    section,
    statement: 'instagram cover image: shapes other than 9:16 are not refused',
    async run(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      // 4:3.
      const post = await project.publish({
        content: 'A clip.',
        mediaItems: [{ type: 'video', url: api.file('clip.mp4'), coverUrl: api.file('harbour.jpg') }],
        platforms: [targetEntry(instagram)],
      });
      expect(post.targets).toEqual([publishedTarget(instagram)]);
    },
  },
  {
    section,
    statement: 'instagram cover image: JPEG of at most 8 MB; another file fails its target with media_rejected',
    notInMock: 'it fetches no files',
    async inside(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      const picture = Buffer.from(await (await fetch(api.file('cover.jpg'))).arrayBuffer());
      // Viewers ignore what follows the end of a JPEG.
      const sized = (bytes: number): Buffer => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
      const files = await serveFiles({
        'at-the-limit.jpg': { type: 'image/jpeg', bytes: sized(8 * 1024 * 1024) },
        'a-byte-more.jpg': { type: 'image/jpeg', bytes: sized(8 * 1024 * 1024 + 1) },
        'moving.gif': { type: 'image/gif', bytes: GIF },
      });
      const rejected = failedTarget(instagram, 'media_rejected', { mediaIndex: 0 });
      try {
        for (const [name, target] of [
          ['at-the-limit.jpg', publishedTarget(instagram)],
          ['a-byte-more.jpg', rejected],
          ['moving.gif', rejected],
        ] as const) {
          const post = await project.publish({
            content: name,
            mediaItems: [{ type: 'video', url: api.file('clip.mp4'), coverUrl: `${files.url}/${name}` }],
            platforms: [targetEntry(instagram)],
          });
          expect(post.targets, name).toEqual([target]);
        }
      } finally {
        await files.stop();
      }
    },
  },
  {
    section,
    statement:
      'instagram cover image: sRGB; one with its own colour profile is left as it is, for the network to convert',
    notInMock: 'it fetches no files',
    async inside(api, inside) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      const picture = Buffer.from(await (await fetch(api.file('cover.jpg'))).arrayBuffer());
      // A profile is a segment right after the start of a JPEG (ICC.1:2022, annex B.4).
      const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.from('Display P3')]);
      const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0x00, profile.length + 2]), profile]);
      const bytes = Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)]);
      const files = await serveFiles({ 'wide.jpg': { type: 'image/jpeg', bytes } });
      try {
        const post = await project.publish({
          content: 'In many colours.',
          mediaItems: [{ type: 'video', url: api.file('clip.mp4'), coverUrl: `${files.url}/wide.jpg` }],
          platforms: [targetEntry(instagram)],
        });
        expect(post.targets).toEqual([publishedTarget(instagram)]);
        const [clip] = await inside.published(instagram);
        const seen = await fetch(clip?.media[0]?.coverUrl ?? '');
        expect(Buffer.from(await seen.arrayBuffer())).toEqual(bytes);
      } finally {
        await files.stop();
      }
    },
  },
];
