import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { busyPost, published } from './linkedin-busy-post.ts';
import {
  ADA,
  HARBOUR,
  HOUR_MS,
  type Linkedin,
  list,
  NORTHWIND,
  OLD_MILL,
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

describe('organizationalEntityShareStatistics', () => {
  const find = (token: string, query: string) =>
    li.rest(token, 'GET', `/rest/organizationalEntityShareStatistics?q=organizationalEntity${query}`);
  const ofHarbour = `&organizationalEntity=${urn(HARBOUR)}`;
  const statistics = {
    uniqueImpressionsCount: 100,
    impressionCount: 100,
    clickCount: 4,
    likeCount: 4,
    commentCount: 3,
    shareCount: 2,
    engagement: 0.13,
  };
  const paging = { start: 0, count: 10, links: [] };

  it('answers a row for a post with activity and none for one without', async () => {
    const token = await li.connect('ada');
    const [busy, quiet] = [
      await busyPost(li, token),
      await published(li, token, { author: HARBOUR, commentary: 'quiet' }),
    ];
    const { status, body } = await find(token, `${ofHarbour}&shares=List(${urn(busy)},${urn(quiet)})`);
    expect([status, body]).toEqual([
      200,
      { elements: [{ organizationalEntity: HARBOUR, share: busy, totalShareStatistics: statistics }], paging },
    ]);
  });

  it('has a separate parameter for ugcPosts', async () => {
    const token = await li.connect('ada');
    const id = await li.image(token, HARBOUR);
    const post = await published(li, token, { author: HARBOUR, content: { multiImage: { images: [{ id }, { id }] } } });
    await li.control('engage', { urn: post, impressions: 1 });
    const { body } = await find(token, `${ofHarbour}&ugcPosts=List(${urn(post)})`);
    expect(list(body, 'elements')).toEqual([
      {
        organizationalEntity: HARBOUR,
        ugcPost: post,
        totalShareStatistics: {
          uniqueImpressionsCount: 1,
          impressionCount: 1,
          clickCount: 0,
          likeCount: 0,
          commentCount: 0,
          shareCount: 0,
          engagement: 0,
        },
      },
    ]);
    const misplaced = await find(token, `${ofHarbour}&shares=List(${urn(post)})`);
    expect([misplaced.status, misplaced.body]).toEqual([
      400,
      { status: 400, code: 'INVALID_URN_TYPE', message: `shares value ${post} must be a urn:li:share URN` },
    ]);
  });

  it('sums up the page when no post is named', async () => {
    const token = await li.connect('ada');
    await busyPost(li, token);
    await published(li, token, { author: NORTHWIND });
    const { body } = await find(token, ofHarbour);
    expect(body).toEqual({ elements: [{ organizationalEntity: HARBOUR, totalShareStatistics: statistics }], paging });
  });

  it('goes back twelve months and no further, for the posts of that page alone', async () => {
    const token = await li.connect('ada');
    const post = await busyPost(li, token);
    const rows = async (organization: string, fresh: string) =>
      list((await find(fresh, `&organizationalEntity=${urn(organization)}&shares=List(${urn(post)})`)).body, 'elements')
        .length;
    expect([await rows(HARBOUR, token), await rows(NORTHWIND, token)]).toEqual([1, 0]);
    await li.advance(365 * 24 * HOUR_MS - 1);
    expect(await rows(HARBOUR, await li.connect('ada'))).toBe(1);
    await li.advance(1);
    expect(await rows(HARBOUR, await li.connect('ada'))).toBe(0);
  });

  it('is for administrators', async () => {
    const refused = denied('organizationalEntityShareStatistics.FINDER-organizationalEntity.20260701');
    const token = await li.connect('ada');
    expect((await find(token, `&organizationalEntity=${urn(OLD_MILL)}`)).body).toEqual(refused);
    await li.control('role', {
      username: 'ben',
      page: 'harbour-coffee',
      role: 'CONTENT_ADMINISTRATOR',
      state: 'APPROVED',
    });
    const ben = await find(await li.connect('ben'), ofHarbour);
    expect([ben.status, ben.body]).toEqual([403, refused]);
    expect((await find(await li.connect('ada', 'r_organization_social'), ofHarbour)).body).toEqual(refused);
  });

  it('requires its page', async () => {
    const token = await li.connect('ada');
    expect((await find(token, '')).body).toEqual({
      status: 400,
      code: 'ILLEGAL_ARGUMENT',
      message: "Parameter 'organizationalEntity' is required",
    });
    expect((await find(token, `&organizationalEntity=${urn(ADA)}`)).status).toBe(400);
    expect((await find(token, `${ofHarbour}&shares=all`)).status).toBe(400);
    expect((await find(token, `${ofHarbour}&ugcPosts=all`)).status).toBe(400);
    expect((await find(token, `${ofHarbour}&count=x`)).status).toBe(400);
    expect((await find(token, `${ofHarbour}&shares=List()&count=x`)).status).toBe(400);
    const other = `/rest/organizationalEntityShareStatistics?q=other${ofHarbour}`;
    expect((await li.rest(token, 'GET', other)).status).toBe(400);
    expect((await li.rest(token, 'GET', '/rest/organizationalEntityShareStatistics')).status).toBe(400);
  });
});
