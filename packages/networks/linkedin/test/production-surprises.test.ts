import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { aDraft } from './a-draft.ts';
import { answer, duplicate } from './documented-answers.ts';
import { aConfig, makeCall, NOW, PAGE, PERSON } from './make-call.ts';
import { type Scripted, startScripted } from './scripted-linkedin.ts';

const POSTS = 'POST /api/rest/posts';
const body = { author: 'urn:li:person:782bbtaQ', commentary: 'Day 1' };

async function publish(...answers: Scripted[]) {
  await using server = await startScripted({ [POSTS]: answers });
  await using call = makeCall();
  const linkedin = createLinkedin(aConfig(server.origin));
  const result = await linkedin.publish
    .send(call, { handle: null, body })
    .catch((error: { facts: unknown }) => error.facts);
  return { result, lines: server.lines() };
}

describe('surprises of production', () => {
  it('ids beyond 2^53: of a page, they stay digit for digit', async () => {
    await using server = await startScripted({
      'GET /api/v2/userinfo': { status: 200, body: { sub: '782bbtaQ', name: 'Ada' } },
      'GET /api/v2/me': { status: 403 },
      'GET /api/rest/organizationAcls': {
        status: 200,
        body: {
          elements: [
            { organization: 'urn:li:organization:9007199254740993123', role: 'ADMINISTRATOR', state: 'APPROVED' },
          ],
        },
      },
      'GET /api/rest/organizations': {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(
          '{"results":{"9007199254740993123":{"id":9007199254740993123,"vanityName":"big"}},"statuses":{},"errors":{}}',
        ),
      },
    });
    await using call = makeCall();
    const answered = await createLinkedin(aConfig(server.origin)).connect.profiles(call, call.credential);
    expect(answered).toEqual({
      ok: true,
      profiles: [
        { platformUserId: '782bbtaQ', username: 'Ada', otherIds: [] },
        { platformUserId: 'organization:9007199254740993123', username: 'big', otherIds: [] },
      ],
    });
  });

  it('an empty 201: the post is there, its id in a header', async () => {
    const { result } = await publish({ status: 201, headers: { 'x-restli-id': 'urn:li:share:6844785523593134080' } });
    expect(result).toMatchObject({ platformPostId: 'urn:li:share:6844785523593134080' });
  });

  it('an empty 201 without the header: the post is there, its id unknown, and nothing is sent again', async () => {
    const { result, lines } = await publish({ status: 201 });
    expect([result, lines]).toEqual([{ platformPostId: null, url: null }, [POSTS]]);
  });

  it('a ghost duplicate: a refusal that names a post nobody can see is no proof of a post', async () => {
    const { result, lines } = await publish({ status: 422, body: duplicate });
    expect(result).toMatchObject({
      code: 'duplicate_content',
      outcome: 'rejected',
      networkCode: 'DUPLICATE_POST',
      networkMessage: expect.stringContaining('urn:li:share:7141'),
    });
    expect(lines).toEqual([POSTS]);
  });

  it('a ghost duplicate after a lost answer: the URN it names is never taken for the post', async () => {
    await using server = await startScripted({
      'GET /api/rest/posts': { status: 200, body: { elements: [] } },
    });
    await using call = makeCall({ account: PAGE });
    const verdict = await createLinkedin(aConfig(server.origin)).publish.reconcile(call, {
      input: aDraft({ content: 'Day 1' }),
      handle: null,
      intendedAt: NOW,
      agoMs: 100_000,
      sends: 2,
      error: answer(422, duplicate),
      earlierErrors: [],
    });
    expect(verdict).toEqual({ state: 'undecided' });
  });

  it('a token called revoked in its first seconds does not end a connect', async () => {
    await using server = await startScripted({
      'GET /api/v2/userinfo': [
        { status: 401, body: { serviceErrorCode: 65601 } },
        { status: 200, body: { sub: PERSON.platformUserId, name: 'Ada' } },
      ],
      'GET /api/v2/me': { status: 403 },
      'GET /api/rest/organizationAcls': { status: 200, body: { elements: [] } },
    });
    await using call = makeCall();
    const answered = await createLinkedin(aConfig(server.origin)).connect.profiles(call, call.credential);
    expect(answered).toMatchObject({ ok: true, profiles: [{ platformUserId: PERSON.platformUserId }] });
  });

  it('a bot wall in HTML is no refusal of a post: whether it went out is not known', async () => {
    const { result } = await publish({ status: 999, body: '<html>' });
    expect(result).toMatchObject({ code: 'network_unavailable', outcome: 'unknown' });
  });

  it('reserved characters of little text are escaped in posts and left alone in comments', async () => {
    const text = '(a) #b *c* _d_ [e] {f} <g> @h ~i | \\';
    const comments = 'POST /api/rest/socialActions/urn%3Ali%3Ashare%3A7/comments';
    await using server = await startScripted({ [comments]: { status: 201 } });
    await using call = makeCall();
    const linkedin = createLinkedin(aConfig(server.origin));
    const post = await linkedin.publish.prepare(call, aDraft({ content: text }));
    const comment = await linkedin.comment!.prepare(call, { platformPostId: 'urn:li:share:7', text });
    expect(post.body).toMatchObject({
      commentary: '\\(a\\) \\#b \\*c\\* \\_d\\_ \\[e\\] \\{f\\} \\<g\\> \\@h \\~i \\| \\\\',
    });
    expect(comment.body).toMatchObject({ message: { text } });
  });
});
