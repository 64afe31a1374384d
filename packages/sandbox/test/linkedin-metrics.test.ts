import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { busyPost, published } from './linkedin-busy-post.ts';
import { at, EVERYTHING, type Linkedin, list, startLinkedin, urn } from './linkedin-session.ts';

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

describe('socialActions', () => {
  const get = (token: string, post: string) => li.rest(token, 'GET', `/rest/socialActions/${urn(post)}`);

  it('sums up the activity', async () => {
    const token = await li.connect('ada');
    const post = await busyPost(li, token);
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
    const post = await published(li, await li.connect('ada'));
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
    const post = await busyPost(li, token);
    const { status, body } = await li.rest(token, 'GET', `/rest/socialMetadata/${urn(post)}`);
    expect([status, body]).toEqual([200, metadata(post)]);
    expect((await li.rest(token, 'GET', '/rest/socialMetadata/urn%3Ali%3Ashare%3A1')).body).toEqual(notFound);
  });

  it('answers many at once', async () => {
    const token = await li.connect('ada');
    const [post, own] = [await busyPost(li, token), await published(li, token)];
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
    const post = await published(li, await li.connect('ada'));
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
    const post = await busyPost(li, await li.connect('ada'));
    const token = await li.connect('ada', 'r_organization_social');
    const { status, body } = await li.rest(token, 'GET', `/rest/socialMetadata/${urn(post)}`);
    expect([status, body]).toEqual([403, denied('socialMetadata.GET.20260701')]);
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
    const post = await published(li, token);
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
    const post = await published(li, token);
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
    const post = await published(li, await li.connect('ada'));
    const narrow = await find(await li.connect('ada'), `(share:${urn(post)})`, 'REACTION');
    expect([narrow.status, narrow.body]).toEqual([403, denied('memberCreatorPostAnalytics.FINDER-entity.20260701')]);
    const ben = await find(await li.connect('ben', 'r_member_postAnalytics'), `(share:${urn(post)})`, 'REACTION');
    expect(ben.status).toBe(403);
  });

  it('requires an entity of a known kind', async () => {
    const token = await li.connect('ada', 'w_member_social r_member_postAnalytics');
    const post = await published(li, token);
    expect((await find(token, urn(post), 'REACTION')).status).toBe(400);
    const other = `/rest/memberCreatorPostAnalytics?q=me&entity=(share:${urn(post)})&queryType=REACTION`;
    expect((await li.rest(token, 'GET', other)).status).toBe(400);
    expect((await find(token, `(share:${urn(post)})`, 'SAVES')).status).toBe(400);
    expect((await find(token, `(ugc:${urn(post)})`, 'REACTION')).status).toBe(400);
    const daily = `/rest/memberCreatorPostAnalytics?q=entity&entity=(share:${urn(post)})&queryType=REACTION`;
    expect((await li.rest(token, 'GET', daily)).status).toBe(400);
  });
});
