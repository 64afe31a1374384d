import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADA,
  at,
  EVERYTHING,
  HARBOUR,
  type Linkedin,
  list,
  NOON,
  NORTHWIND,
  OLD_MILL,
  sample,
  startLinkedin,
  urn,
} from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const denied = (call: string) => ({
  status: 403,
  serviceErrorCode: 100,
  code: 'ACCESS_DENIED',
  message: `Not enough permissions to access: ${call}`,
});
const notFound = { message: 'Could not find entity', status: 404, code: 'NOT_FOUND' };
const published = async (token: string, fields: Record<string, unknown>) =>
  (await li.post(token, fields)).headers.get('x-restli-id') ?? '';
const get = (token: string, id: string) => li.rest(token, 'GET', `/rest/posts/${urn(id)}`);
const remove = (token: string, id: string) => li.rest(token, 'DELETE', `/rest/posts/${urn(id)}`);

describe('reading a post', () => {
  it('shows a page its own', async () => {
    const token = await li.connect('ada');
    const id = await published(token, { author: HARBOUR, commentary: 'Now open' });
    const { status, body } = await get(token, id);
    expect([status, body]).toEqual([
      200,
      {
        id,
        author: HARBOUR,
        commentary: 'Now open',
        visibility: 'PUBLIC',
        distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
        lifecycleState: 'PUBLISHED',
        lifecycleStateInfo: { isEditedByAuthor: false },
        isReshareDisabledByAuthor: false,
        createdAt: NOON,
        publishedAt: NOON,
        lastModifiedAt: NOON,
      },
    ]);
  });

  it('shows its content', async () => {
    const token = await li.connect('ada');
    const content = { media: { id: await li.image(token, HARBOUR), altText: 'Harbour' } };
    const id = await published(token, { author: HARBOUR, content, isReshareDisabledByAuthor: true });
    expect((await get(token, id)).body).toMatchObject({ content, isReshareDisabledByAuthor: true });
  });

  it('is closed to members, who can write but not read', async () => {
    const writer = await li.connect('ada', 'openid w_member_social');
    const id = await published(writer, {});
    const plain = await get(writer, id);
    expect([plain.status, plain.body]).toEqual([403, denied('posts.GET.20260701')]);
    const wide = await get(await li.connect('ada', EVERYTHING), id);
    expect([wide.status, wide.body]).toEqual([403, denied('posts.GET.20260701')]);
    await li.control('app', { clientId: 'sandbox-linkedin-app', approvedScopes: ['r_member_social'] });
    expect((await get(await li.connect('ada', 'r_member_social'), id)).status).toBe(200);
    expect((await get(await li.connect('ben', 'r_member_social'), id)).status).toBe(403);
  });

  it('is closed to pages of others, and 404 for missing posts', async () => {
    const id = await published(await li.connect('ada'), { author: HARBOUR });
    const ben = await li.connect('ben');
    expect((await get(ben, id)).status).toBe(403);
    const none = await get(ben, 'urn:li:share:1');
    expect([none.status, none.body]).toEqual([404, notFound]);
  });
});

describe('finding the posts of a page', () => {
  const find = (token: string, query: string) => li.rest(token, 'GET', `/rest/posts?${query}`);

  it('lists them newest first, in pages, without those of others', async () => {
    const token = await li.connect('ada');
    const ids = [];
    for (const commentary of ['one', 'two', 'three'])
      ids.unshift(await published(token, { author: HARBOUR, commentary }));
    await published(token, { author: NORTHWIND });
    await published(token, {});
    const all = await find(token, `q=author&author=${urn(HARBOUR)}`);
    expect(list(all.body, 'elements').map((post) => at(post, 'id'))).toEqual(ids);
    expect(at(all.body, 'paging')).toEqual({ start: 0, count: 10, links: [] });
    const second = await find(token, `q=author&author=${urn(HARBOUR)}&start=2&count=2`);
    expect(list(second.body, 'elements').map((post) => at(post, 'id'))).toEqual([ids[2]]);
  });

  it('requires its author', async () => {
    const { status, body } = await find(await li.connect('ada'), 'q=author');
    expect([status, body]).toEqual([
      400,
      { status: 400, code: 'ILLEGAL_ARGUMENT', message: "Parameter 'author' is required" },
    ]);
    expect((await find(await li.connect('ada'), 'author=x')).body).toEqual({
      status: 400,
      code: 'ILLEGAL_ARGUMENT',
      message: "Parameter 'q' is required",
    });
  });

  it('is closed without r_organization_social, for members and for pages without a role', async () => {
    const refused = denied('posts.FINDER-author.20260701');
    const narrow = await find(await li.connect('ada', 'w_organization_social'), `q=author&author=${urn(HARBOUR)}`);
    expect([narrow.status, narrow.body]).toEqual([403, refused]);
    const token = await li.connect('ada');
    expect((await find(token, `q=author&author=${urn(ADA)}`)).body).toEqual(refused);
    expect((await find(token, `q=author&author=${urn(OLD_MILL)}`)).body).toEqual(refused);
  });
});

describe('deleting a post', () => {
  it('answers 204, every time, and the post is gone everywhere', async () => {
    const token = await li.connect('ada');
    const id = await published(token, { author: HARBOUR });
    const first = await remove(token, id);
    expect([first.status, first.text, (await remove(token, id)).status]).toEqual([204, '', 204]);
    expect((await get(token, id)).body).toEqual(notFound);
    expect(await li.posts()).toEqual([]);
    expect((await li.call(`${li.www}/feed/update/${id}`)).status).toBe(404);
    expect(at((await li.rest(token, 'GET', `/rest/posts?q=author&author=${urn(HARBOUR)}`)).body, 'elements')).toEqual(
      [],
    );
  });

  it('is for members who may write as its author', async () => {
    const id = await published(await li.connect('ada'), {});
    const ben = await remove(await li.connect('ben'), id);
    expect([ben.status, at(ben.body, 'code')]).toEqual([403, 'ACCESS_DENIED']);
    const wrongScope = await remove(await li.connect('ada', 'w_organization_social'), id);
    expect([wrongScope.status, wrongScope.body]).toEqual([403, denied('posts.DELETE.20260701')]);
    expect(await li.posts()).toHaveLength(1);
    expect((await remove(await li.connect('ada', 'w_member_social'), id)).status).toBe(204);
  });
});

describe('the public page', () => {
  it('shows a post to everybody, by its URN or its activity, bare or encoded', async () => {
    const token = await li.connect('ada');
    const id = await published(token, {
      content: { media: { id: await li.image(token, ADA, sample('beans.jpg')), altText: 'Beans' } },
    });
    const activity = String(at(await li.control('inspect', { urn: id }), 'activityUrn'));
    for (const address of [id, `${id}/`, urn(id), activity]) {
      const { status, headers, text } = await li.call(`${li.www}/feed/update/${address}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain('Fresh beans today');
      expect(text).toContain('Ada Park');
    }
  });
});
