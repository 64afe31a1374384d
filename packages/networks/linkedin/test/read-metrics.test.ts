import type { ProfileRef } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { aConfig, aCredential, makeCall, PAGE, PERSON } from './make-call.ts';
import { type Scripted, startScripted } from './scripted-linkedin.ts';

const POST = 'urn:li:ugcPost:6844785523593134080';
const PATH = 'urn%3Ali%3AugcPost%3A6844785523593134080';
const ACTIONS = `GET /api/rest/socialActions/${PATH}`;
const METADATA = `GET /api/rest/socialMetadata/${PATH}`;
const NONE = { views: null, likes: null, comments: null, shares: null, saves: null };

async function read(answer: Scripted, scopes: readonly string[], account: ProfileRef = PAGE) {
  await using server = await startScripted({ [ACTIONS]: answer, [METADATA]: answer });
  await using call = makeCall({ account, credential: aCredential({ scopes }) });
  const result = await createLinkedin(aConfig(server.origin)).metrics!(call, POST).catch(
    (error: { facts: unknown }) => error.facts,
  );
  return { result, lines: server.lines() };
}
const ok = (body: object): Scripted => ({ status: 200, body });

describe('with the older permission', () => {
  const scopes = ['r_organization_social'];
  const body = {
    target: POST,
    likesSummary: { totalLikes: 12, aggregatedTotalLikes: 14, likedByCurrentUser: false },
    commentsSummary: { totalFirstLevelComments: 3, aggregatedTotalComments: 5, commentsState: 'OPEN' },
  };

  it('likes and comments come from socialActions, replies included', async () => {
    const { result, lines } = await read(ok(body), scopes);
    expect([result, lines]).toEqual([{ ...NONE, likes: 14, comments: 5 }, [ACTIONS]]);
  });

  it('falls back to the plain counts where the aggregated ones are missing', async () => {
    const plain = { likesSummary: { totalLikes: 12 }, commentsSummary: { totalFirstLevelComments: 0 } };
    expect((await read(ok(plain), scopes)).result).toEqual({ ...NONE, likes: 12, comments: 0 });
  });

  it('what LinkedIn does not report is null', async () => {
    expect((await read(ok({ target: POST }), scopes)).result).toEqual(NONE);
  });

  it('a member whom LinkedIn allows to read has them too', async () => {
    const { result, lines } = await read(ok(body), ['r_member_social'], PERSON);
    expect([result, lines]).toEqual([{ ...NONE, likes: 14, comments: 5 }, [ACTIONS]]);
  });
});

describe('with the newer permission', () => {
  const scopes = ['r_organization_social', 'r_organization_social_feed'];

  it('likes are the reactions of every kind, from socialMetadata', async () => {
    const { result, lines } = await read(
      ok({
        entity: POST,
        reactionSummaries: {
          LIKE: { reactionType: 'LIKE', count: 10 },
          PRAISE: { reactionType: 'PRAISE', count: 2 },
          SOMETHING_NEW: { reactionType: 'SOMETHING_NEW', count: 1 },
        },
        commentSummary: { count: 5, topLevelCount: 3 },
      }),
      scopes,
    );
    expect([result, lines]).toEqual([{ ...NONE, likes: 13, comments: 5 }, [METADATA]]);
  });

  it('an empty list of reactions is zero, a missing summary is null', async () => {
    expect((await read(ok({ reactionSummaries: {}, commentSummary: {} }), scopes)).result).toEqual({
      ...NONE,
      likes: 0,
    });
    expect((await read(ok({}), scopes)).result).toEqual(NONE);
  });

  it('a member whom LinkedIn allows to read has them too', async () => {
    const body = { reactionSummaries: {}, commentSummary: { count: 1 } };
    const { result } = await read(ok(body), ['r_member_social_feed'], PERSON);
    expect(result).toEqual({ ...NONE, likes: 0, comments: 1 });
  });
});

describe('of a member, with the permission for post analytics', () => {
  const analytics = (kind: string, urn: string, type: string) =>
    `GET /api/rest/memberCreatorPostAnalytics?q=entity&entity=(${kind}:${urn})&queryType=${type}&aggregation=TOTAL`;
  const ask = async (postUrn: string, answers: Readonly<Record<string, Scripted>>, scopes: readonly string[]) => {
    await using server = await startScripted(answers);
    await using call = makeCall({ account: PERSON, credential: aCredential({ scopes }) });
    const result = await createLinkedin(aConfig(server.origin)).metrics!(call, postUrn);
    return { result, lines: server.lines() };
  };
  const count = (value: number) => ok({ elements: [{ count: value, metricType: { $x: 'REACTION' } }], paging: {} });

  it.each([
    ['a ugcPost', 'ugc', POST, PATH],
    ['a share', 'share', 'urn:li:share:7', 'urn%3Ali%3Ashare%3A7'],
  ])('likes and comments of %s are one call each, its entity named by its kind', async (_name, kind, urn, path) => {
    const scopes = ['w_member_social', 'r_member_postAnalytics', 'r_member_social'];
    const [reactions, comments] = [analytics(kind, path, 'REACTION'), analytics(kind, path, 'COMMENT')];
    const { result, lines } = await ask(urn, { [reactions]: count(12), [comments]: count(0) }, scopes);
    expect([result, lines.toSorted()]).toEqual([{ ...NONE, likes: 12, comments: 0 }, [comments, reactions]]);
  });

  it('what LinkedIn does not report is null', async () => {
    const answers = {
      [analytics('ugc', PATH, 'REACTION')]: ok({ elements: [] }),
      [analytics('ugc', PATH, 'COMMENT')]: ok({ elements: [{}] }),
    };
    const { result } = await ask(POST, answers, ['r_member_postAnalytics']);
    expect(result).toEqual(NONE);
  });

  it('is not used for a page', async () => {
    const body = { likesSummary: { totalLikes: 2 } };
    const { lines } = await read(ok(body), ['r_organization_social', 'r_member_postAnalytics']);
    expect(lines).toEqual([ACTIONS]);
  });
});

describe('counts that cannot be read', () => {
  it('of a page connected before the permission say to reconnect, before any call', async () => {
    const { result, lines } = await read(ok({}), ['w_organization_social']);
    expect(result).toMatchObject({
      code: 'permission_missing',
      outcome: 'not_sent',
      message:
        'The account was connected without r_organization_social or r_organization_social_feed, which LinkedIn wants for metrics.',
      remedy: 'Connect the account again to grant r_organization_social.',
    });
    expect(lines).toEqual([]);
  });

  it('of a member say that LinkedIn approves the apps that may read, and name no setting of an operator', async () => {
    const { result, lines } = await read(ok({}), ['w_member_social', 'r_organization_social'], PERSON);
    expect(result).toMatchObject({
      code: 'permission_missing',
      outcome: 'not_sent',
      message: 'The account was connected without r_member_postAnalytics, which LinkedIn wants for metrics.',
      remedy:
        'LinkedIn gives r_member_postAnalytics to apps it has approved. Ask who runs this service whether its app has it; if so, connect the account again.',
    });
    expect(lines).toEqual([]);
  });

  it('say so when LinkedIn answers in another form', async () => {
    const { result } = await read({ status: 200, body: { likesSummary: 'many' } }, ['r_organization_social']);
    expect(result).toMatchObject({ code: 'network_unavailable', outcome: 'rejected' });
  });
});
