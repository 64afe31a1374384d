import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Fields,
  field,
  idOf,
  invalidParameter,
  type MetaSession,
  missingObject,
  permissionMissing,
  startMeta,
} from './meta-session.ts';

let ig: MetaSession;
let token: string;
beforeAll(async () => {
  ig = await startMeta('instagram');
});
afterAll(() => ig.close());
beforeEach(async () => {
  await ig.reset();
  token = await ig.tokenOf('ada');
});

const create = async (fields: Fields) => idOf(await ig.post(token, '/me/media', fields));
const publish = (creation_id: string) => ig.post(token, '/me/media_publish', { creation_id });

/** Creates, waits and publishes; returns the id of the post. */
async function publishNew(fields: Fields): Promise<string> {
  const container = await create(fields);
  await ig.advance(1000);
  return idOf(await publish(container));
}
const publishImage = (more: Fields = {}) => publishNew({ image_url: ig.sampleUrl('harbour.jpg'), ...more });

describe('comments', () => {
  it('appear below their post, replies too, and are counted', async () => {
    const id = await publishImage();
    const first = idOf(await ig.post(token, `/${id}/comments`, { message: 'First!' }));
    expect(first).toMatch(/^178\d{14}$/);
    const reply = idOf(await ig.post(token, `/${first}/replies`, { message: 'And second' }));
    expect((await ig.get(token, `/${id}`, { fields: 'comments_count' })).body).toEqual({ id, comments_count: 2 });
    expect((await ig.get(token, `/${id}/comments`)).body).toEqual({
      data: [{ id: first, text: 'First!', timestamp: '2026-11-20T12:00:01+0000' }],
    });
    expect((await ig.get(token, `/${reply}`, { fields: 'text,username' })).body).toEqual({
      id: reply,
      text: 'And second',
      username: 'ada',
    });
    expect(field((await ig.posts())[0], 'comments')).toEqual([
      { id: first, author: 'ada', text: 'First!', createdAt: '2026-11-20T12:00:01.000Z' },
      { id: reply, author: 'ada', text: 'And second', createdAt: '2026-11-20T12:00:01.000Z', answers: first },
    ]);
  });

  it('need a text, a post of one’s own and the permission', async () => {
    const id = await publishImage();
    const comment = (who: string, path: string, message: string) => ig.post(who, path, { message });
    expect((await comment(token, `/${id}/comments`, ' ')).body).toEqual(
      invalidParameter('The parameter message is required'),
    );
    expect((await ig.post(token, `/${id}/comments`)).body).toEqual(
      invalidParameter('The parameter message is required'),
    );
    expect((await comment(await ig.tokenOf('ben'), `/${id}/comments`, 'Hi')).body).toEqual(missingObject('post', id));
    expect((await comment(token, '/17999999999999999/comments', 'Hi')).body).toEqual(
      missingObject('post', '17999999999999999'),
    );
    const narrow = await ig.tokenOf('ada', ['instagram_business_basic', 'instagram_business_content_publish']);
    const refused = await comment(narrow, `/${id}/comments`, 'Hi');
    expect([refused.status, refused.body]).toEqual([400, permissionMissing]);
    expect(field((await ig.posts())[0], 'comments')).toEqual([]);
  });
});
