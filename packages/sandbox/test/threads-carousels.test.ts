import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveFiles } from './meta-files.ts';
import { type Fields, field, idOf, type MetaSession, startMeta } from './meta-session.ts';
import { invalidChildren } from './threads-errors.ts';
import { threadsMedia } from './threads-media.ts';

let threads: MetaSession;
let files: Awaited<ReturnType<typeof serveFiles>>;
let token: string;
beforeAll(async () => {
  threads = await startMeta('threads');
  files = await serveFiles(threadsMedia);
});
afterAll(() => Promise.all([threads.close(), files.close()]));
beforeEach(async () => {
  await threads.reset();
  token = await threads.tokenOf('ada');
});

const create = (fields: Fields) => threads.post(token, '/me/threads', fields);
const image = (name: string, more: Fields = {}) => create({ media_type: 'IMAGE', image_url: files.url(name), ...more });
const item = async () => idOf(await image('ok.jpg', { is_carousel_item: 'true' }));
const statusOf = async (id: string) => (await threads.get(token, `/${id}`, { fields: 'id,status,error_message' })).body;

describe('a carousel', () => {
  const carousel = (children: readonly string[]) => create({ media_type: 'CAROUSEL', children: children.join(',') });

  it('accepts 2 to 20 items', async () => {
    const ids = await Promise.all(Array.from({ length: 21 }, () => item()));
    await threads.advance(300);
    expect(await carousel(ids.slice(0, 1))).toMatchObject({ status: 400, body: invalidChildren(ids.slice(0, 1)) });
    expect((await carousel(ids)).body).toEqual(invalidChildren(ids));
    expect((await carousel(ids.slice(0, 20))).status).toBe(200);
  });

  it('accepts items that are still processed, and waits for them', async () => {
    const ids = [await item(), await item()];
    const id = idOf(await carousel(ids));
    await threads.advance(599);
    expect(await statusOf(id)).toEqual({ id, status: 'IN_PROGRESS' });
    await threads.advance(1);
    expect(await statusOf(id)).toEqual({ id, status: 'FINISHED' });
  });

  it('waits for items that take some looks, when only the carousel is read', async () => {
    await threads.control('processing', { username: 'ada', kind: 'image', looks: 2 });
    await threads.control('processing', { username: 'ada', kind: 'image', looks: 2, times: 2 });
    const ids = [await item(), await item()];
    await threads.advance(1_000);
    const id = idOf(await carousel(ids));
    const seen = [];
    for (let look = 0; look < 3; look += 1) {
      seen.push(field(await statusOf(id), 'status'));
      await threads.advance(300);
    }
    expect(seen).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED']);
  });

  it('fails when one of its items fails', async () => {
    await threads.control('processing', {
      username: 'ada',
      kind: 'image',
      outcome: 'error',
      error: 'UNKNOWN',
      times: 1,
    });
    const id = idOf(await carousel([await item(), await item()]));
    await threads.advance(600);
    expect(await statusOf(id)).toEqual({ id, status: 'ERROR', error_message: 'UNKNOWN' });
  });

  it('names its items once it is published', async () => {
    const id = idOf(await carousel([await item(), await item()]));
    await threads.advance(600);
    const post = idOf(await threads.post(token, '/me/threads_publish', { creation_id: id }));
    const one = { id: expect.stringMatching(/^181\d{14}$/) };
    expect((await threads.get(token, `/${post}`, { fields: 'media_type,children' })).body).toEqual({
      id: post,
      media_type: 'CAROUSEL_ALBUM',
      children: { data: [one, one] },
    });
  });

  it('accepts only own items, and only ready ones when a control sets that', async () => {
    await threads.control('early-carousels', { username: 'ada', on: false });
    const good = await item();
    const single = idOf(await image('ok.jpg'));
    const ben = await threads.tokenOf('ben');
    const bens = idOf(
      await threads.post(ben, '/me/threads', {
        media_type: 'IMAGE',
        image_url: files.url('ok.jpg'),
        is_carousel_item: 'true',
      }),
    );
    await threads.advance(300);
    const early = await item();
    expect((await carousel([good, single, early, bens, '1'])).body).toEqual(
      invalidChildren([single, early, bens, '1']),
    );
    await threads.advance(300);
    expect((await carousel([good, early])).status).toBe(200);
  });
});
