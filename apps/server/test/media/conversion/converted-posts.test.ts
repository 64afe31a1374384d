import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ErrorBody, MediaFile, ValidatePostResponse, Warning } from '@fanfare/contract';
import { clip, png } from '@fanfare/media-file/testing/files';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';
import { plain, square } from './real-pictures.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-conversion-'));
afterAll(() => rm(folder, { recursive: true }));
const server = useServer({ env: { MEDIA_DIR: folder } });

async function host(project: Project, filename: string, bytes: Buffer): Promise<MediaFile> {
  const [, ending] = filename.split('.');
  const contentType = `${ending === 'mp4' ? 'video' : 'image'}/${ending}`;
  const { body } = await project.call<{ media: MediaFile }>('POST', '/api/v1/media', {
    ...{ filename, contentType, bytes: bytes.length },
  });
  const { id, uploadUrl, uploadHeaders } = body.media;
  expect((await fetch(uploadUrl!, { method: 'PUT', headers: uploadHeaders!, body: bytes })).status).toBe(204);
  return (await project.call<{ media: MediaFile }>('POST', `/api/v1/media/${id}/complete`)).body.media;
}

const rgba = () => plain({ width: 2_000, height: 2_000 }).png().toBuffer();
const itemOf = ({ url, facts }: MediaFile) => ({ type: facts!.type, url });
const sentTo = (calls: readonly { path: string; body?: unknown }[]) =>
  /https?:[^"&]*\/m\/[0-9a-f]{32}\/[^"&\\]+/.exec(decodeURIComponent(JSON.stringify(calls)))?.[0];

test('Instagram gets a JPEG of a PNG, X the PNG itself; the post says so and shows the address that was sent', async () => {
  const ana = await server.person('instagram');
  const x = await server.person('x', { project: ana.project });
  const file = await host(ana.project, 'latte.png', await rgba());
  expect(file.problems.map(({ rule, fixedBy }) => [rule, fixedBy])).toEqual([['instagram.image.type', 'conversion']]);
  const warnings: Warning[] = [
    {
      path: 'platforms[1].mediaItems[0]',
      message: 'mediaItems[0]: PNG sent to instagram as JPEG, 1,440 px; transparent parts are white',
    },
  ];
  const request = {
    content: 'Converted',
    mediaItems: [itemOf(file)],
    platforms: [x, ana].map(({ account: { id, platform } }) => ({ platform, accountId: id })),
  };
  const dry = await ana.project.call<ValidatePostResponse>('POST', '/api/v1/posts/validate', request);
  expect([dry.body.valid, dry.body.warnings]).toEqual([true, warnings]);
  const { status, body } = await ana.project.publish(request);
  expect([status, body.warnings]).toEqual([201, warnings]);
  expect(body.post.media.map(({ url }) => url)).toEqual([file.url]);
  expect(body.post.targets.map((target) => [target.status, target.error])).toEqual([
    ['published', null],
    ['published', null],
  ]);
  const sent = sentTo(await ana.calls())!;
  expect(sent).toMatch(/\/latte\.jpg$/);
  const served = await fetch(sent);
  expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({
    width: 1_440,
    height: 1_440,
  });

  // A later post sends the same file, and its address is none of the project's files.
  expect(await ana.target({ content: 'Again', mediaItems: [itemOf(file)] })).toMatchObject({ status: 'published' });
  expect(sentTo((await ana.calls()).toReversed())).toBe(sent);
  const direct = (await ana.publish({ mediaItems: [{ type: 'image', url: sent }] })) as unknown as { body: ErrorBody };
  expect(direct.body.error.details?.map((detail) => 'rule' in detail && detail.rule)).toEqual(['media.url.unknown']);

  // The file and its variant go together.
  const { body: scheduled } = await ana.project.call<{ deleted: boolean }>('DELETE', `/api/v1/media/${file.id}`);
  expect([scheduled.deleted, (await fetch(sent)).status, (await fetch(file.url)).status]).toEqual([true, 404, 404]);
});

test('LinkedIn reads the JPEG of a WebP from the store, also in a scheduled post', async () => {
  const ana = await server.person('linkedin');
  const file = await host(ana.project, 'latte.webp', await plain(square).flatten().webp().toBuffer());
  expect(await ana.target({ content: 'Now', mediaItems: [itemOf(file)] })).toMatchObject({
    ...{ status: 'published', error: null },
  });
  const publishAt = new Date(server.clock.now() + 3_600_000).toISOString();
  const later = await ana.publish({ content: 'Later', mediaItems: [itemOf(file)], publishAt });
  expect(later.body.warnings.map(({ message }) => message)).toEqual([
    'mediaItems[0]: WebP sent to linkedin as JPEG, 1,080 px',
  ]);
});

test('Instagram gets a video with its index before its content, and its bytes are otherwise those of the file', async () => {
  const ana = await server.person('instagram');
  const bytes = clip({ isIndexFirst: false, bytes: 600_000 });
  const file = await host(ana.project, 'harbour.mp4', bytes);
  expect(file.problems.filter(({ fixedBy }) => fixedBy === 'conversion').map(({ rule }) => rule)).toEqual([
    ...['instagram.video.index_first', 'threads.video.index_first'],
  ]);
  const { body } = await ana.publish({ content: 'Moved', mediaItems: [itemOf(file)] });
  expect(body.warnings.map(({ message }) => message)).toEqual([
    'mediaItems[0]: MP4 sent to instagram with its index (moov) before its content',
  ]);
  expect((await ana.project.settled(body.post.id)).status).toBe('published');
  const sent = Buffer.from(await (await fetch(sentTo(await ana.calls())!)).arrayBuffer());
  expect([sent.length, sent.indexOf('moov') < sent.indexOf('mdat')]).toEqual([bytes.length, true]);
});

test('a post that does not want conversion, and an image that cannot be read, are refused before anything is recorded', async () => {
  const ana = await server.person('instagram');
  const refusal = async (request: object) => {
    const { status, body } = (await ana.publish(request as never)) as unknown as { status: number; body: ErrorBody };
    return [
      status,
      ...(body.error.details ?? []).map((one) => ('rule' in one ? [one.path, one.rule, one.message] : one)),
    ];
  };
  const file = await host(ana.project, 'latte.png', await rgba());
  expect(await refusal({ mediaItems: [itemOf(file)], convert: false })).toEqual([
    400,
    [
      'platforms[0].mediaItems[0]',
      'instagram.image.type',
      'The file is PNG; allowed: JPEG. Convert it, or use another file. Conversion would fix it; `convert: false` of the request switches it off.',
    ],
  ]);
  // Its checksums are right; its picture has no more than 64 bytes.
  const hollow = await host(ana.project, 'hollow.png', png({ width: 9_000, height: 9_000 }));
  expect((await refusal({ mediaItems: [itemOf(hollow)] })).slice(0, 2)).toEqual([
    400,
    ['platforms[0].mediaItems[0]', 'media.convert.failed', expect.stringMatching(/^The image has to be converted/)],
  ]);
  expect((await ana.project.call<{ posts: unknown[] }>('GET', '/api/v1/posts')).body.posts).toEqual([]);
});
