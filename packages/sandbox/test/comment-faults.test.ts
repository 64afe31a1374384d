import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADA,
  HARBOUR,
  type Linkedin,
  list as listAt,
  startLinkedin,
  field as textAt,
  urn,
} from './linkedin-session.ts';
import { field, graphError, idOf, list, type MetaSession, permissionMissing, startMeta, text } from './meta-session.ts';

const spam = graphError({
  message: 'Application request limit reached',
  code: 4,
  error_subcode: 2207051,
  is_transient: false,
  error_user_title: 'Action is blocked',
  error_user_msg: 'We restrict certain activity to protect our community. Tell us if you think we made a mistake.',
});
const lost = (call: Promise<unknown>) => expect(call).rejects.toThrow('fetch failed');
/** The comments of the only post. */
const commentsOf = (posts: readonly unknown[]) => list(posts[0], 'comments').map((comment) => field(comment, 'text'));

describe('a comment on Instagram', () => {
  let ig: MetaSession;
  let token: string;
  let post: string;
  beforeAll(async () => {
    ig = await startMeta('instagram');
  });
  afterAll(() => ig.close());
  beforeEach(async () => {
    await ig.reset();
    token = await ig.tokenOf('ada');
    const container = idOf(await ig.post(token, '/me/media', { image_url: ig.sampleUrl('beans.jpg') }));
    await ig.advance(1000);
    post = idOf(await ig.post(token, '/me/media_publish', { creation_id: container }));
  });
  const comment = (message = 'Beans in bio') => ig.post(token, `/${post}/comments`, { message });

  it('appears below its post on the public page', async () => {
    await comment('First <3');
    const { body } = await ig.get(token, `/${post}`, { fields: 'permalink' });
    const page = await ig.send(text(body, 'permalink'));
    expect(page.text).toMatch(/<b>@ada<\/b>.*<div>First &lt;3<\/div>/);
  });

  it('exists although its answer was lost', async () => {
    await ig.fault({ method: 'POST', path: '/comments$', action: 'drop_after' });
    await lost(comment());
    expect(commentsOf(await ig.posts())).toEqual(['Beans in bio']);
  });

  it('does not exist when the call was lost', async () => {
    await ig.fault({ method: 'POST', path: '/comments$', action: 'drop_before' });
    await lost(comment());
    expect(commentsOf(await ig.posts())).toEqual([]);
  });

  it('exists although the network answered an error', async () => {
    await ig.control('api-error', { operation: 'comment', afterEffect: true, code: 1, message: 'Unknown', times: 1 });
    const { status, body } = await comment();
    expect([status, body]).toEqual([400, graphError({ message: 'Unknown', code: 1 })]);
    const { body: read } = await ig.get(token, `/${post}/comments`, { fields: 'text' });
    expect(list(read, 'data').map((each) => field(each, 'text'))).toEqual(['Beans in bio']);
  });

  it('needs its permission to be written and to be read', async () => {
    const narrow = await ig.tokenOf('ada', ['instagram_business_basic', 'instagram_business_content_publish']);
    for (const answer of [
      await ig.post(narrow, `/${post}/comments`, { message: 'Hi' }),
      await ig.get(narrow, `/${post}/comments`),
    ])
      expect([answer.status, answer.body]).toEqual([400, permissionMissing]);
  });
});

describe('a reply on Threads', () => {
  let threads: MetaSession;
  let token: string;
  let post: string;
  beforeAll(async () => {
    threads = await startMeta('threads');
  });
  afterAll(() => threads.close());
  beforeEach(async () => {
    await threads.reset();
    token = await threads.tokenOf('ada');
    post = await publish(await create({ text: 'Root' }));
  });
  const create = async (fields: Readonly<Record<string, string>>) =>
    idOf(await threads.post(token, '/me/threads', { media_type: 'TEXT', ...fields }));
  const publish = async (creation_id: string) =>
    idOf(await threads.post(token, '/me/threads_publish', { creation_id }));

  it('appears below its post on the public page, and can be read', async () => {
    await publish(await create({ text: 'First', reply_to_id: post }));
    const { body } = await threads.get(token, `/${post}`, { fields: 'permalink' });
    expect((await threads.send(text(body, 'permalink'))).text).toContain('<div class="thread-text">First</div>');
    const replies = await threads.get(token, `/${post}/replies`, { fields: 'text' });
    expect(list(replies.body, 'data').map((each) => field(each, 'text'))).toEqual(['First']);
  });

  it('exists although the answer of its publish was lost, and its container says so', async () => {
    const container = await create({ text: 'First', reply_to_id: post });
    await threads.fault({ method: 'POST', path: '/threads_publish$', action: 'drop_after' });
    await lost(publish(container));
    expect(commentsOf(await threads.posts())).toEqual(['First']);
    expect((await threads.get(token, `/${container}`, { fields: 'status' })).body).toEqual({
      id: container,
      status: 'PUBLISHED',
    });
  });

  it('exists although the network called it spam', async () => {
    const container = await create({ text: 'First', reply_to_id: post });
    await threads.control('publish-error-after-effect', {});
    const { status, body } = await threads.post(token, '/me/threads_publish', { creation_id: container });
    expect([status, body]).toEqual([400, spam]);
    expect(commentsOf(await threads.posts())).toEqual(['First']);
  });

  it('may be invisible for a while after it is FINISHED', async () => {
    const container = await create({ text: 'First', reply_to_id: post });
    await threads.control('invisible-window', { ms: 10_000 });
    const early = await threads.post(token, '/me/threads_publish', { creation_id: container });
    expect(field(field(early.body, 'error'), 'error_subcode')).toBe(4279009);
    await threads.advance(10_000);
    await publish(container);
    expect(commentsOf(await threads.posts())).toEqual(['First']);
  });

  it('needs one permission to be written and another to be read', async () => {
    const narrow = await threads.tokenOf('ada', ['threads_basic', 'threads_content_publish']);
    const written = await threads.post(narrow, '/me/threads', { media_type: 'TEXT', text: 'Hi', reply_to_id: post });
    const read = await threads.get(narrow, `/${post}/replies`);
    for (const answer of [written, read]) expect([answer.status, answer.body]).toEqual([400, permissionMissing]);
  });
});

describe('a comment on LinkedIn', () => {
  let li: Linkedin;
  let token: string;
  let post: string;
  beforeAll(async () => {
    li = await startLinkedin();
  });
  afterAll(() => li.sandbox.close());
  beforeEach(async () => {
    await li.reset();
    token = await li.connect('ada');
    post = (await li.post(token, { author: HARBOUR })).headers.get('x-restli-id') ?? '';
  });
  const comment = (actor = HARBOUR, who = token) =>
    li.rest(who, 'POST', `/rest/socialActions/${urn(post)}/comments`, {
      actor,
      object: post,
      message: { text: 'Link in (here)' },
    });
  const fault = (body: object) =>
    li.call(`${li.sandbox.url}/__sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'linkedin', method: 'POST', path: '/comments$', ...body }),
    });

  it('appears below its post on the public page, by the page or the member', async () => {
    await comment();
    await comment(ADA);
    const page = await li.call(`${li.www}/feed/update/${post}`);
    const below = /<b>@harbour-coffee<\/b>.*<div>Link in \(here\)<\/div>.*<b>@ada<\/b>.*<div>Link in \(here\)<\/div>/;
    expect(page.text).toMatch(below);
  });

  it('exists although its answer was lost, or was an error', async () => {
    await fault({ action: 'drop_after' });
    await lost(comment());
    await fault({ action: 'status_after', status: 400, body: { status: 400, message: 'No' } });
    expect((await comment()).status).toBe(400);
    expect(commentsOf(await li.posts())).toEqual(['Link in (here)', 'Link in (here)']);
  });

  it('may be answered with its bare id, or only in a header', async () => {
    await li.control('comment-answer', { shape: 'plain' });
    const plain = await comment();
    expect([plain.status, Object.keys(Object(plain.body)).toSorted()]).toEqual([
      201,
      ['actor', 'created', 'id', 'lastModified', 'message', 'object'],
    ]);
    expect(plain.headers.get('x-restli-id')).toBe(textAt(plain.body, 'id'));
    await li.control('comment-answer', { shape: 'empty' });
    const none = await comment();
    expect([none.status, none.text, none.headers.get('x-restli-id')]).toEqual([
      201,
      '',
      expect.stringMatching(/^\d{19}$/),
    ]);
    const { body } = await li.rest(token, 'GET', `/rest/socialActions/${urn(post)}/comments`);
    expect(listAt(body, 'elements').length).toBe(2);
  });

  it.each([
    [ADA, 'w_organization_social'],
    [HARBOUR, 'w_member_social'],
    [ADA, 'r_organization_social'],
  ])('by %s is not written with %s', async (actor, scope) => {
    const { status, body } = await comment(actor, await li.connect('ada', scope));
    expect([status, body]).toEqual([
      403,
      {
        status: 403,
        serviceErrorCode: 100,
        code: 'ACCESS_DENIED',
        message: 'Not enough permissions to access: socialActions.CREATE.20260701',
      },
    ]);
  });
});
