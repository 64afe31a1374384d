import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ErrorBody, MediaFile } from '@fanfare/contract';
import { afterAll, expect, test } from 'vitest';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-in-posts-'));
afterAll(() => rm(folder, { recursive: true }));

// The service may connect to its own address only by mistake: no host is allowed.
const server = useServer({ env: { MEDIA_DIR: folder } });

const sample = (name: string) => readFileSync(new URL(`../../../../packages/sandbox/samples/${name}`, import.meta.url));
const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', mp4: 'video/mp4' };

type Answer = { readonly media: MediaFile };

/** A hosted file, as far as it is wanted. */
async function host(project: Project, filename: string, until: 'announced' | 'sent' | 'ready' = 'ready') {
  const bytes = sample(filename);
  const contentType = TYPES[filename.split('.')[1]!]!;
  const announced = await project.call<Answer>('POST', '/api/v1/media', { filename, contentType, bytes: bytes.length });
  expect(announced.status).toBe(201);
  const { id, uploadUrl, uploadHeaders } = announced.body.media;
  if (until === 'announced') return announced.body.media;
  const sent = await fetch(uploadUrl!, { method: 'PUT', headers: uploadHeaders!, body: bytes });
  expect(sent.status).toBe(204);
  if (until === 'sent') return announced.body.media;
  return (await project.call<Answer>('POST', `/api/v1/media/${id}/complete`)).body.media;
}

const itemOf = ({ url }: MediaFile, type = 'image') => ({ type, url });

/** Requests of hosted files in the log of the server. */
const reads = () =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes('"path":"/m/')).length;

test('a hosted picture goes to X from the store, and Instagram fetches it from its address', async () => {
  const ana = await server.person('x');
  const insta = await server.person('instagram', { project: ana.project });
  const file = await host(ana.project, 'harbour.jpg');
  expect(file).toMatchObject({ status: 'ready', contentType: 'image/jpeg', problems: [], error: null });
  const readsBefore = reads();
  expect(await ana.target({ content: 'From the store', mediaItems: [itemOf(file)] })).toMatchObject({
    ...{ status: 'published', error: null },
  });
  expect(reads()).toBe(readsBefore);
  expect(await insta.target({ content: 'By its address', mediaItems: [itemOf(file)] })).toMatchObject({
    ...{ status: 'published', error: null },
  });
  expect(reads()).toBeGreaterThan(readsBefore);
  expect([(await ana.posts()).length, (await insta.posts()).length]).toEqual([1, 1]);
});

test('a file that breaks a rule of a network, is not ready, or is of another project, is refused before anything is recorded', async () => {
  const ana = await server.person('x');
  const insta = await server.person('instagram', { project: ana.project });
  const ben = await server.person('x');
  const [png, wide, clip, awaited] = [
    await host(ana.project, 'latte.png'),
    await host(ana.project, 'cover.jpg'),
    await host(ana.project, 'clip.mp4'),
    await host(ana.project, 'beans.jpg', 'sent'),
  ];
  expect(png.problems.map(({ platform, rule }) => [platform, rule])).toEqual([['instagram', 'instagram.image.type']]);
  const foreign = await host(ben.project, 'cover.jpg');
  const refused = async (person: typeof ana, item: object) => {
    const request = { content: 'Hello', mediaItems: [item] };
    const target = { platform: person.account.platform, accountId: person.account.id };
    const dry = await person.project.call<{ violations: { path: string; rule: string }[] }>(
      ...(['POST', '/api/v1/posts/validate', { ...request, platforms: [target] }] as const),
    );
    const { status, body } = (await person.publish(request)) as unknown as { status: number; body: ErrorBody };
    expect([status, body.error.code, body.error.details]).toEqual([400, 'invalid_post', dry.body.violations]);
    return dry.body.violations.map(({ path: where, rule }) => [where, rule]);
  };
  expect(await refused(insta, itemOf(wide))).toEqual([['platforms[0].mediaItems[0]', 'instagram.image.aspect_ratio']]);
  expect(await refused(ana, itemOf(clip))).toEqual([['platforms[0].mediaItems[0]', 'x.file.type']]);
  const url = 'platforms[0].mediaItems[0].url';
  expect(await refused(ana, itemOf(awaited))).toEqual([[url, 'media.url.not_ready']]);
  expect(await refused(ana, itemOf(foreign))).toEqual([[url, 'media.url.unknown']]);
  expect(await refused(ana, { type: 'image', url: foreign.url.replace(/m\/.{4}/, 'm/0000') })).toEqual([
    [url, 'media.url.unknown'],
  ]);
  expect((await ana.project.call<{ posts: unknown[] }>('GET', '/api/v1/posts')).body.posts).toEqual([]);
});

test('a file stays while a scheduled post uses it, and is deleted once that is cancelled', async () => {
  const ana = await server.person('x');
  const file = await host(ana.project, 'harbour.jpg');
  expect(file.expiresAt).not.toBeNull();
  const publishAt = new Date(server.clock.now() + 60 * 86_400_000).toISOString();
  const { body } = await ana.publish({ content: 'Later', mediaItems: [itemOf(file)], publishAt });
  const at = `/api/v1/media/${file.id}`;
  expect((await ana.project.call<Answer>('GET', at)).body.media.expiresAt).toBeNull();
  const kept = await ana.project.call('DELETE', at);
  expect([kept.status, kept.body.error.code]).toEqual([409, 'media_in_use']);
  expect((await ana.project.call('POST', `/api/v1/posts/${body.post.id}/cancel`)).status).toBe(200);
  const gone = await ana.project.call<{ deleted: boolean }>('DELETE', at);
  expect([gone.status, gone.body]).toEqual([200, { deleted: true }]);
  expect([(await ana.project.call('GET', at)).status, (await fetch(file.url)).status]).toEqual([404, 404]);
});
