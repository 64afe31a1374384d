import { describe, expect, test } from 'vitest';
import { createX } from '../src/index.ts';
import { images } from './a-draft.ts';
import { heritage, invalid, problem } from './documented-answer.ts';
import { factsOf } from './facts-of.ts';
import { configFor, makeCall, makeIo, NOW } from './make-call.ts';
import { aFile } from './media-files.ts';
import { prepare } from './prepare.ts';
import { type Reply, scriptedX } from './scripted-x.ts';
import { credential, TOKENS } from './tokens.ts';

const raw = (text: string, status = 200): Reply => ({ status, text });
/** A double would make 9007199254740992 of it: the id of somebody else. */
const BIG = '9007199254740993';

describe('ids beyond 2^53 that come as bare numbers stay digit for digit', () => {
  test('of an account', async () => {
    const server = await scriptedX(raw(`{"data":{"id":${BIG},"username":"devteam","name":"Dev"}}`));
    const { connect } = createX(configFor(server));
    expect(await connect.profiles(makeIo(server), credential)).toMatchObject({
      profiles: [{ platformUserId: BIG, username: 'devteam' }],
    });
  });

  test('of an uploaded image', async () => {
    const { prepared } = await prepare({
      draft: { media: images(1) },
      files: { 'https://cdn.example/0.jpg': aFile('image/jpeg', Buffer.alloc(1_000)) },
      replies: [raw(`{"data":{"id":${BIG},"media_key":"3_${BIG}"}}`)],
    });
    expect((await prepared).body).toEqual({ text: 'Release day', media: { media_ids: [BIG] } });
  });

  test('of a post', async () => {
    const server = await scriptedX(raw(`{"data":{"id":${BIG}}}`, 201));
    const sent = await createX(configFor(server)).publish.send(makeCall(server), { handle: null, body: { text: 'a' } });
    expect(sent).toEqual({ platformPostId: BIG, url: `https://x.com/devteam/status/${BIG}` });
  });

  test('of a repost', async () => {
    const server = await scriptedX(raw(`{"data":{"retweeted":true,"rest_id":${BIG}}}`));
    const sent = await createX(configFor(server)).repost!.send(makeCall(server), { handle: '5', body: null });
    expect(sent.platformPostId).toBe(BIG);
  });
});

test('an empty 201: the post is there, its id unknown, and nothing is sent again', async () => {
  const server = await scriptedX({ status: 201, text: '' });
  const sent = await createX(configFor(server)).publish.send(makeCall(server), { handle: null, body: { text: 'a' } });
  expect(sent).toEqual({ platformPostId: null, url: null });
  expect(server.requests.length).toBe(1);
});

describe('a ghost duplicate', () => {
  test.each([
    ['in words', problem(403, 'You are not allowed to create a Tweet with duplicate content.')],
    ['with code 187', heritage(187, 'Status is a duplicate.')],
  ])('said %s is a refusal that names no post, and is not sent again', async (_, json) => {
    const server = await scriptedX({ status: 403, json });
    const sent = createX(configFor(server)).publish.send(makeCall(server), { handle: null, body: { text: 'a' } });
    expect(await factsOf(sent)).toMatchObject({ code: 'duplicate_content', outcome: 'rejected' });
    expect(server.requests.length).toBe(1);
  });

  test('after a lost answer proves nothing while the timeline shows nothing', async () => {
    const server = await scriptedX({ json: { meta: { result_count: 0 } } });
    const verdict = await createX(configFor(server)).publish.reconcile(makeCall(server), {
      input: { content: 'a', media: [], firstComment: null, aiGenerated: false, spaceSlug: null },
      handle: null,
      intendedAt: NOW - 200_000,
      agoMs: 200_000,
      sends: 2,
      error: undefined,
      earlierErrors: [],
    });
    expect(verdict).toEqual({ state: 'undecided' });
  });
});

test('"already retweeted" has three shapes, and all three are a success', async () => {
  const shapes: readonly Reply[] = [
    { status: 400, json: invalid('You cannot retweet a Tweet that you have already retweeted.') },
    { status: 403, json: heritage(327, 'You have already retweeted this Tweet.') },
    { status: 200, json: { data: { retweeted: true } } },
  ];
  const server = await scriptedX(...shapes);
  const { repost } = createX(configFor(server));
  for (const _ of shapes) {
    expect(await repost!.send(makeCall(server), { handle: '5', body: null })).toEqual({
      platformPostId: null,
      url: null,
    });
  }
});

test('a missing post is told with status 200', async () => {
  const gone = { errors: [{ title: 'Not Found Error', type: 'https://api.x.com/2/problems/resource-not-found' }] };
  const server = await scriptedX({ json: gone }, { json: gone });
  const x = createX(configFor(server));
  const call = makeCall(server);
  expect(await factsOf(x.metrics!(call, '5'))).toMatchObject({ code: 'content_rejected', outcome: 'rejected' });
  const sent = x.repost!.send(call, { handle: '5', body: null });
  expect(await factsOf(sent)).toMatchObject({ code: 'content_rejected', outcome: 'rejected' });
});

describe('a refresh', () => {
  const refresh = async (reply: Reply) => {
    const server = await scriptedX(reply, { json: TOKENS });
    const renewed = createX(configFor(server)).connect.refresh!(makeIo(server), credential);
    return { server, facts: await factsOf(renewed) };
  };

  test('whose answer is lost is not asked for again here: the token may be spent', async () => {
    const { server, facts } = await refresh('hang up');
    expect(facts).toMatchObject({ code: 'network_unavailable', outcome: 'unknown' });
    expect([facts.retryAfterMs, facts.credential, server.requests.length]).toEqual([undefined, undefined, 1]);
  });

  test('whose answer is cut off is in doubt, and ends nothing', async () => {
    const { facts } = await refresh(raw('{"token_type":"bearer","access_tok'));
    expect(facts).toMatchObject({ code: 'network_unavailable', outcome: 'unknown' });
    expect(facts.credential).toBeUndefined();
  });

  test('refused as invalid_request, X’s own word for a dead token, ends the account', async () => {
    const json = { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' };
    expect((await refresh({ status: 400, json })).facts).toMatchObject({
      code: 'credential_rejected',
      credential: 'expired',
    });
  });

  test.each([403, 408, 409, 425, 429, 500, 502, 503])(
    'answered with %i ends nothing, whatever the body says',
    async (status) => {
      const { facts } = await refresh({
        status,
        json: { error: 'invalid_request', error_description: 'token was invalid' },
      });
      expect(facts.code).not.toBe('credential_rejected');
      expect(facts.credential).toBeUndefined();
    },
  );
});
