import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADA, at, BEN, field, HARBOUR, type Linkedin, list, NOON, startLinkedin, urn } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const published = async (token: string, fields: Record<string, unknown> = {}) =>
  (await li.post(token, fields)).headers.get('x-restli-id') ?? '';
const comment = (token: string, post: string, fields: Record<string, unknown> = {}) =>
  li.rest(token, 'POST', `/rest/socialActions/${urn(post)}/comments`, {
    actor: ADA,
    object: post,
    message: { text: 'Links below' },
    ...fields,
  });
const read = (token: string, post: string) => li.rest(token, 'GET', `/rest/socialActions/${urn(post)}/comments`);
const denied = (call: string) => ({
  status: 403,
  serviceErrorCode: 100,
  code: 'ACCESS_DENIED',
  message: `Not enough permissions to access: ${call}`,
});

describe('commenting', () => {
  it('answers the comment, on the activity of the post', async () => {
    const token = await li.connect('ada', 'w_member_social');
    const post = await published(token);
    const activity = at(await li.control('inspect', { urn: post }), 'activityUrn');
    const { status, headers, body } = await comment(token, post);
    const id = headers.get('x-restli-id');
    expect(id).toMatch(/^\d{19}$/);
    const commentUrn = `urn:li:comment:(${activity},${id})`;
    expect([status, body]).toEqual([
      201,
      {
        id,
        actor: ADA,
        object: activity,
        message: { text: 'Links below', attributes: [] },
        created: { actor: ADA, time: NOON },
        lastModified: { actor: ADA, time: NOON },
        $URN: commentUrn,
        commentUrn,
      },
    ]);
    expect(at((await li.posts())[0], 'comments')).toEqual([
      { id: commentUrn, author: 'ada', text: 'Links below', createdAt: new Date(NOON).toISOString() },
    ]);
  });

  it('stores the text exactly: backslashes stay', async () => {
    const token = await li.connect('ada');
    const text = 'Links in \\(here\\) #1 (really) @all';
    const { body } = await comment(token, await published(token), { message: { text } });
    expect(at(body, 'message', 'text')).toBe(text);
    expect(at(list((await li.posts())[0], 'comments')[0], 'text')).toBe(text);
  });

  it('is made as a page with the page scope', async () => {
    const token = await li.connect('ada');
    const post = await published(token, { author: HARBOUR });
    expect((await comment(token, post, { actor: HARBOUR })).status).toBe(201);
    expect(at(list((await li.posts())[0], 'comments')[0], 'author')).toBe('harbour-coffee');
    const narrow = await comment(await li.connect('ada', 'w_member_social'), post, { actor: HARBOUR });
    expect([narrow.status, narrow.body]).toEqual([403, denied('socialActions.CREATE.20260701')]);
    const wrong = await comment(await li.connect('ada', 'w_organization_social'), post);
    expect([wrong.status, wrong.body]).toEqual([403, denied('socialActions.CREATE.20260701')]);
  });

  it('is not made as another account', async () => {
    const token = await li.connect('ada');
    const { status, body } = await comment(token, await published(token), { actor: BEN });
    expect([status, body]).toEqual([
      403,
      {
        status: 403,
        serviceErrorCode: 100,
        code: 'ACCESS_DENIED',
        message:
          'Field Value validation failed in REQUEST_BODY: Data Processing Exception while processing fields [/actor]',
      },
    ]);
  });

  it('can require the vetted scopes', async () => {
    const plain = await li.connect('ada', 'w_member_social');
    const post = await published(plain);
    await li.control('comment-scopes', { mode: 'new' });
    const { status, body } = await comment(plain, post);
    expect([status, body]).toEqual([403, denied('socialActions.CREATE.20260701')]);
    expect((await comment(await li.connect('ada', 'w_member_social_feed'), post)).status).toBe(201);
    const asPage = { actor: HARBOUR };
    expect((await comment(await li.connect('ada', 'w_organization_social_feed'), post, asPage)).status).toBe(201);
    expect((await comment(await li.connect('ada', 'w_organization_social'), post, asPage)).status).toBe(403);
    await li.control('comment-scopes', { mode: 'old' });
    expect((await comment(plain, post)).status).toBe(201);
    expect((await comment(await li.connect('ada', 'w_member_social_feed'), post)).status).toBe(201);
  });

  it('can fail while the post is not everywhere yet, and creates nothing', async () => {
    const token = await li.connect('ada');
    await li.control('comment-race', { times: 2 });
    const post = await published(token);
    for (let tries = 0; tries < 2; tries++) {
      const { status, body } = await comment(token, post);
      expect([status, body]).toEqual([
        404,
        {
          message: `java.util.concurrent.ExecutionException: com.linkedin.restli.server.RestLiServiceException [HTTP Status:404]: com.linkedin.restli.client.RestLiResponseException: Response status 404, serviceErrorMessage: Received error for ${post} from domain authorization endpoint: 404 com.linkedin.content.common.ResponseException: `,
          status: 404,
        },
      ]);
    }
    expect((await comment(token, post)).status).toBe(201);
    expect(at((await li.posts())[0], 'comments')).toHaveLength(1);
  });

  it('can fail with LinkedIn’s other message', async () => {
    await li.control('comment-race', { times: 1, answer: 'activity' });
    const token = await li.connect('ada');
    const post = await published(token);
    const first = await comment(token, post);
    expect([first.status, first.body]).toEqual([
      404,
      { message: `Unable to obtain activity for urn: ${post}`, status: 404 },
    ]);
    expect((await comment(token, post)).status).toBe(201);
  });

  it('accepts 1 to 1,250 characters', async () => {
    const token = await li.connect('ada');
    const post = await published(token);
    expect((await comment(token, post, { message: { text: 'c'.repeat(1_250) } })).status).toBe(201);
    expect((await comment(token, post, { message: { text: 'c'.repeat(1_251) } })).body).toEqual({
      status: 400,
      code: 'FIELD_LENGTH_TOO_LONG',
      message: "/message/text length 1251 can't exceeded maximum 1250 length",
    });
    expect((await comment(token, post, { message: { text: ' ' } })).body).toEqual({
      status: 400,
      code: 'INVALID_VALUE_BLANK_FIELD',
      message: "/message/text can't be blank",
    });
  });

  it('is 404 for a post that does not exist or was deleted', async () => {
    const token = await li.connect('ada');
    const notFound = { message: 'Could not find entity', status: 404, code: 'NOT_FOUND' };
    expect((await comment(token, 'urn:li:share:1')).body).toEqual(notFound);
    const post = await published(token);
    await li.rest(token, 'DELETE', `/rest/posts/${urn(post)}`);
    expect((await comment(token, post)).body).toEqual(notFound);
  });

  it('requires the object to be the post of the path', async () => {
    const token = await li.connect('ada');
    const [post, other] = [await published(token), await published(token, { commentary: 'other' })];
    expect((await comment(token, post, { object: other })).body).toEqual({
      status: 400,
      code: 'ILLEGAL_ARGUMENT',
      message: 'object does not match the resource key',
    });
    const activity = at(await li.control('inspect', { urn: post }), 'activityUrn');
    expect((await comment(token, post, { object: activity })).status).toBe(201);
  });

  it('requires its fields', async () => {
    const token = await li.connect('ada');
    const post = await published(token);
    const { status, body } = await li.rest(token, 'POST', `/rest/socialActions/${urn(post)}/comments`, { message: {} });
    const missing = (path: string) => `ERROR :: ${path} :: field is required but not found and has no default value\n`;
    expect([status, body]).toEqual([
      422,
      { message: missing('/actor') + missing('/object') + missing('/message/text'), status: 422 },
    ]);
  });

  it('cannot read a body that is not JSON', async () => {
    const token = await li.connect('ada');
    const { status, body } = await li.broken(token, `/rest/socialActions/${urn(await published(token))}/comments`);
    expect([status, body]).toEqual([400, { message: 'Cannot parse request entity', status: 400 }]);
  });

  it('answers another comment only if that exists', async () => {
    const token = await li.connect('ada');
    const post = await published(token);
    const parentComment = field((await comment(token, post)).body, 'commentUrn');
    const reply = await comment(token, post, { parentComment, message: { text: 'A reply' } });
    expect([reply.status, at(reply.body, 'parentComment')]).toEqual([201, parentComment]);
    expect((await comment(token, post, { parentComment: 'urn:li:comment:(urn:li:activity:1,2)' })).status).toBe(404);
  });
});

describe('reading comments', () => {
  it('lists those of a page in pages', async () => {
    const token = await li.connect('ada');
    const post = await published(token, { author: HARBOUR });
    for (const text of ['one', 'two']) await comment(token, post, { message: { text } });
    const { status, body } = await read(token, post);
    expect(status).toBe(200);
    expect(list(body, 'elements').map((each) => at(each, 'message', 'text'))).toEqual(['one', 'two']);
    expect(at(body, 'paging')).toEqual({ start: 0, count: 10, links: [] });
  });

  it.each(['r_organization_social', 'r_organization_social_feed'])('is open with %s', async (scope) => {
    const post = await published(await li.connect('ada'), { author: HARBOUR });
    const token = await li.connect('ada', scope);
    expect((await read(token, post)).status).toBe(200);
    const none = await read(token, 'urn:li:share:1');
    expect([none.status, none.body]).toEqual([
      404,
      { message: 'Could not find entity', status: 404, code: 'NOT_FOUND' },
    ]);
    expect((await li.rest(token, 'GET', `/rest/socialActions/${urn(post)}/comments?start=x`)).status).toBe(400);
  });

  it('is closed for the posts of members', async () => {
    const token = await li.connect('ada');
    const { status, body } = await read(token, await published(token));
    expect([status, body]).toEqual([403, denied('socialActions.GET_ALL.20260701')]);
  });
});
