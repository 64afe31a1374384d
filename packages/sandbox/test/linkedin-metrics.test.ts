import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADA,
  at,
  EVERYTHING,
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

const published = async (token: string, fields: Record<string, unknown> = {}) =>
  (await li.post(token, fields)).headers.get('x-restli-id') ?? '';
const denied = (call: string) => ({
  status: 403,
  serviceErrorCode: 100,
  code: 'ACCESS_DENIED',
  message: `Not enough permissions to access: ${call}`,
});
const notFound = { message: 'Could not find entity', status: 404, code: 'NOT_FOUND' };

/** A post of the page with three likes, one praise, and a comment with two answers. */
async function busyPost(token: string): Promise<string> {
  const post = await published(token, { author: HARBOUR });
  await li.control('engage', {
    urn: post,
    reactions: { LIKE: 3, PRAISE: 1 },
    impressions: 100,
    clicks: 4,
    reshares: 2,
  });
  const comment = (fields: object) =>
    li.rest(token, 'POST', `/rest/socialActions/${urn(post)}/comments`, {
      actor: HARBOUR,
      object: post,
      message: { text: 'Thanks' },
      ...fields,
    });
  const first = await comment({});
  await comment({ parentComment: at(first.body, 'commentUrn') });
  await comment({ parentComment: at(first.body, 'commentUrn') });
  return post;
}

describe('socialActions', () => {
  const get = (token: string, post: string) => li.rest(token, 'GET', `/rest/socialActions/${urn(post)}`);

  it('sums up the activity', async () => {
    const token = await li.connect('ada');
    const post = await busyPost(token);
    const { status, body } = await get(token, post);
    expect([status, body]).toEqual([
      200,
      {
        target: post,
        likesSummary: { totalLikes: 4, aggregatedTotalLikes: 4, likedByCurrentUser: false, selectedLikes: [] },
        commentsSummary: {
          totalFirstLevelComments: 1,
          aggregatedTotalComments: 3,
          commentsState: 'OPEN',
          selectedComments: [],
        },
      },
    ]);
  });

  it('is closed for the posts of members, for every caller without the closed scope', async () => {
    const post = await published(await li.connect('ada'));
    for (const scope of ['w_member_social', EVERYTHING]) {
      const { status, body } = await get(await li.connect('ada', scope), post);
      expect([status, body]).toEqual([403, denied('socialActions.GET.20260701')]);
    }
    await li.control('app', { clientId: 'sandbox-linkedin-app', approvedScopes: ['r_member_social'] });
    expect((await get(await li.connect('ada', 'r_member_social'), post)).status).toBe(200);
  });

  it('is 404 for an unknown post', async () => {
    const { status, body } = await get(await li.connect('ada'), 'urn:li:share:1');
    expect([status, body]).toEqual([404, notFound]);
  });
});

describe('socialMetadata', () => {
  const metadata = (entity: string) => ({
    entity,
    commentsState: 'OPEN',
    reactionSummaries: { LIKE: { reactionType: 'LIKE', count: 3 }, PRAISE: { reactionType: 'PRAISE', count: 1 } },
    commentSummary: { count: 3, topLevelCount: 1 },
  });

  it('counts reactions by kind', async () => {
    const token = await li.connect('ada');
    const post = await busyPost(token);
    const { status, body } = await li.rest(token, 'GET', `/rest/socialMetadata/${urn(post)}`);
    expect([status, body]).toEqual([200, metadata(post)]);
    expect((await li.rest(token, 'GET', '/rest/socialMetadata/urn%3Ali%3Ashare%3A1')).body).toEqual(notFound);
  });

  it('answers many at once', async () => {
    const token = await li.connect('ada');
    const [post, own] = [await busyPost(token), await published(token)];
    const ids = [post, own, 'urn:li:share:1'].map(urn).join(',');
    const { status, body } = await li.rest(token, 'GET', `/rest/socialMetadata?ids=List(${ids})`);
    expect([status, body]).toEqual([
      200,
      {
        results: { [post]: metadata(post) },
        statuses: { [post]: 200, [own]: 403, 'urn:li:share:1': 404 },
        errors: { [own]: denied('socialMetadata.BATCH_GET.20260701'), 'urn:li:share:1': notFound },
      },
    ]);
    expect((await li.rest(token, 'GET', '/rest/socialMetadata')).body).toEqual({
      status: 400,
      code: 'ILLEGAL_ARGUMENT',
      message: "Parameter 'ids' is required",
    });
  });

  it('covers the posts of members only with the closed scope', async () => {
    const post = await published(await li.connect('ada'));
    await li.control('app', { clientId: 'sandbox-linkedin-app', approvedScopes: ['r_member_social_feed'] });
    const get = async (username: string) =>
      (await li.rest(await li.connect(username, 'r_member_social_feed'), 'GET', `/rest/socialMetadata/${urn(post)}`))
        .status;
    expect([await get('ada'), await get('ben')]).toEqual([200, 403]);
  });

  it('cannot read an invalid list', async () => {
    const { status } = await li.rest(await li.connect('ada'), 'GET', '/rest/socialMetadata?ids=urn%3Ali%3Ashare%3A1');
    expect(status).toBe(400);
  });

  it('requires the feed scope', async () => {
    const post = await busyPost(await li.connect('ada'));
    const token = await li.connect('ada', 'r_organization_social');
    const { status, body } = await li.rest(token, 'GET', `/rest/socialMetadata/${urn(post)}`);
    expect([status, body]).toEqual([403, denied('socialMetadata.GET.20260701')]);
  });
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
    const [busy, quiet] = [await busyPost(token), await published(token, { author: HARBOUR, commentary: 'quiet' })];
    const { status, body } = await find(token, `${ofHarbour}&shares=List(${urn(busy)},${urn(quiet)})`);
    expect([status, body]).toEqual([
      200,
      { elements: [{ organizationalEntity: HARBOUR, share: busy, totalShareStatistics: statistics }], paging },
    ]);
  });

  it('has a separate parameter for ugcPosts', async () => {
    const token = await li.connect('ada');
    const id = await li.image(token, HARBOUR);
    const post = await published(token, { author: HARBOUR, content: { multiImage: { images: [{ id }, { id }] } } });
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
    await busyPost(token);
    await published(token, { author: NORTHWIND });
    const { body } = await find(token, ofHarbour);
    expect(body).toEqual({ elements: [{ organizationalEntity: HARBOUR, totalShareStatistics: statistics }], paging });
  });

  it('goes back twelve months and no further, for the posts of that page alone', async () => {
    const token = await li.connect('ada');
    const post = await busyPost(token);
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

describe('memberCreatorPostAnalytics', () => {
  const find = (token: string, entity: string, queryType: string) =>
    li.rest(
      token,
      'GET',
      `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${queryType}&aggregation=TOTAL`,
    );

  it('answers one number about an own post', async () => {
    const token = await li.connect('ada', 'w_member_social r_member_postAnalytics');
    const post = await published(token);
    await li.control('engage', { urn: post, reactions: { LIKE: 3, INTEREST: 2 }, impressions: 70, reshares: 1 });
    const counts = [];
    for (const type of ['REACTION', 'IMPRESSION', 'MEMBERS_REACHED', 'RESHARE', 'COMMENT']) {
      const { body } = await find(token, `(share:${urn(post)})`, type);
      counts.push(at(list(body, 'elements')[0], 'count'));
    }
    expect(counts).toEqual([5, 70, 70, 1, 0]);
  });

  it('names the number and the post, in the words of the requested version', async () => {
    const token = await li.connect('ada', 'w_member_social r_member_postAnalytics');
    const post = await published(token);
    const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=(share:${urn(post)})&queryType=REACTION&aggregation=TOTAL`;
    const ask = async (version: string) =>
      (await li.rest(token, 'GET', path, undefined, { 'linkedin-version': version })).body;
    const answer = (metricType: unknown) => ({
      elements: [{ count: 0, metricType, targetEntity: { share: post } }],
      paging: { start: 0, count: 10, links: [] },
    });
    expect(await ask('202605')).toEqual(answer('REACTION'));
    expect(await ask('202604')).toEqual(
      answer({ 'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1': 'REACTION' }),
    );
  });

  it('is closed without its scope and for the posts of others', async () => {
    const post = await published(await li.connect('ada'));
    const narrow = await find(await li.connect('ada'), `(share:${urn(post)})`, 'REACTION');
    expect([narrow.status, narrow.body]).toEqual([403, denied('memberCreatorPostAnalytics.FINDER-entity.20260701')]);
    const ben = await find(await li.connect('ben', 'r_member_postAnalytics'), `(share:${urn(post)})`, 'REACTION');
    expect(ben.status).toBe(403);
  });

  it('requires an entity of a known kind', async () => {
    const token = await li.connect('ada', 'w_member_social r_member_postAnalytics');
    const post = await published(token);
    expect((await find(token, urn(post), 'REACTION')).status).toBe(400);
    const other = `/rest/memberCreatorPostAnalytics?q=me&entity=(share:${urn(post)})&queryType=REACTION`;
    expect((await li.rest(token, 'GET', other)).status).toBe(400);
    expect((await find(token, `(share:${urn(post)})`, 'SAVES')).status).toBe(400);
    expect((await find(token, `(ugc:${urn(post)})`, 'REACTION')).status).toBe(400);
    const daily = `/rest/memberCreatorPostAnalytics?q=entity&entity=(share:${urn(post)})&queryType=REACTION`;
    expect((await li.rest(token, 'GET', daily)).status).toBe(400);
  });
});
