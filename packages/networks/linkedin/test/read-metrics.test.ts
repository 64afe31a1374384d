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

  it('the plain counts do where the aggregated ones are missing', async () => {
    const plain = { likesSummary: { totalLikes: 12 }, commentsSummary: { totalFirstLevelComments: 0 } };
    expect((await read(ok(plain), scopes)).result).toEqual({ ...NONE, likes: 12, comments: 0 });
  });

  it('what LinkedIn does not report is null', async () => {
    expect((await read(ok({ target: POST }), scopes)).result).toEqual(NONE);
  });

  it('a member whom LinkedIn lets read has them too', async () => {
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

  it('no reactions are none, and no summary is not known', async () => {
    expect((await read(ok({ reactionSummaries: {}, commentSummary: {} }), scopes)).result).toEqual({
      ...NONE,
      likes: 0,
    });
    expect((await read(ok({}), scopes)).result).toEqual(NONE);
  });

  it('a member whom LinkedIn lets read has them too', async () => {
    const body = { reactionSummaries: {}, commentSummary: { count: 1 } };
    const { result } = await read(ok(body), ['r_member_social_feed'], PERSON);
    expect(result).toEqual({ ...NONE, likes: 0, comments: 1 });
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

  it('of a member say that LinkedIn chooses the apps that may read', async () => {
    const { result, lines } = await read(ok({}), ['w_member_social', 'r_organization_social'], PERSON);
    expect(result).toMatchObject({
      code: 'permission_missing',
      outcome: 'not_sent',
      remedy:
        'LinkedIn gives r_member_social only to apps it has chosen. Ask who runs this service whether its app has it; if so, connect the account again.',
    });
    expect(lines).toEqual([]);
  });

  it.each([
    ['a refusal', { status: 403, body: { serviceErrorCode: 100, code: 'ACCESS_DENIED' } }, 'permission_missing'],
    ['a deleted post', { status: 404, body: { message: 'Could not find entity' } }, 'content_rejected'],
    ['another form', { status: 200, body: { likesSummary: 'many' } }, 'network_unavailable'],
  ] as const)('say so: %s', async (_name, answer, code) => {
    const { result } = await read(answer, ['r_organization_social']);
    expect(result).toMatchObject({ code, outcome: 'rejected' });
    expect(result).not.toHaveProperty('credential', expect.anything());
  });

  it('ask for a new token when the old one has ended', async () => {
    const { result } = await read({ status: 401, body: { serviceErrorCode: 65602 } }, ['r_organization_social']);
    expect(result).toMatchObject({ code: 'credential_rejected', credential: 'expired' });
  });
});
