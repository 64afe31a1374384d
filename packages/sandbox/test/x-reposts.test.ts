import { beforeEach, expect, it } from 'vitest';
import { answered, field, forbidden, ids, invalidRequest, notFound, startX } from './x-session.ts';

const { call, control, connect, post, published } = await startX();
let ada: string;
let ben: string;
beforeEach(async () => {
  await control('/reset');
  ada = (await connect('ada')).token;
  ben = (await connect('ben')).token;
});

const write = async (text: string) => String(field(field((await post(ada, { text })).body).data).id);
const repost = (id: string, token = ben, person = ids.ben) =>
  call('POST', `/2/users/${person}/retweets`, { token, body: { tweet_id: id } });
const repostedBy = async () => (await published())[0]?.repostedBy;

it('answers a repost of a missing post in each of the network’s forms', async () => {
  expect(await repost('404')).toEqual(answered(404, { ...notFound('tweet', 'tweet_id', '404'), status: 404 }));
  await control('/x/missing-repost', { answer: 'invalid-request' });
  expect(await repost('404')).toEqual(answered(400, invalidRequest('Could not find tweet with tweet_id: [404].')));
  await control('/x/missing-repost', { answer: 'errors' });
  expect(await repost('404')).toEqual(answered(200, { errors: [notFound('tweet', 'tweet_id', '404')] }));
});

it('may omit the id of the repost, as it did before', async () => {
  const id = await write('Repost me');
  await control('/x/repost-id', { on: false });
  expect(await repost(id)).toEqual(answered(200, { data: { retweeted: true } }));
  expect(await repostedBy()).toEqual(['ben']);
});

it('refuses reposts by a person whom the author blocks, until unblocked', async () => {
  const id = await write('Not for Ben');
  await control('/x/block', { username: 'ben', by: 'ada', on: true });
  expect(await repost(id)).toEqual(answered(403, forbidden('You are not permitted to perform this action.')));
  expect(await repostedBy()).toEqual([]);
  const cleo = (await connect('cleo')).token;
  expect((await repost(id, cleo, ids.cleo)).status).toBe(200);
  await control('/x/block', { username: 'ben', by: 'ada', on: false });
  expect((await repost(id)).status).toBe(200);
  expect(await repostedBy()).toEqual(['cleo', 'ben']);
});

it('refuses reposts of a post that has become protected', async () => {
  const id = await write('For friends');
  await control('/x/protect', { username: 'ada', on: true });
  expect(await repost(id)).toEqual(answered(403, forbidden('You are not permitted to perform this action.')));
  await control('/x/protect', { username: 'ada', on: false });
  expect((await repost(id)).status).toBe(200);
});

it('takes back a repost, also a missing one', async () => {
  const id = await write('Back and forth');
  await repost(id);
  const undo = () => call('DELETE', `/2/users/${ids.ben}/retweets/${id}`, { token: ben });
  expect(await undo()).toEqual(answered(200, { data: { retweeted: false } }));
  expect(await repostedBy()).toEqual([]);
  expect(await undo()).toEqual(answered(200, { data: { retweeted: false } }));
});

it('has executed a repost whose answer was lost, and says so on the next request', async () => {
  const id = await write('Lost and found');
  await control('/faults', { network: 'x', method: 'POST', path: '/retweets$', action: 'drop_after' });
  await expect(repost(id)).rejects.toThrow('fetch failed');
  expect(await repost(id)).toEqual(
    answered(400, invalidRequest('You cannot retweet a Tweet that you have already retweeted.')),
  );
  expect(await repostedBy()).toEqual(['ben']);
});

it('refuses reposts over the limit, and accepts more after the reset', async () => {
  const id = await write('Popular');
  await control('/x/rate-limit', { username: 'ben', endpoint: 'POST /2/users/:id/retweets', resetSeconds: 60 });
  const { status, headers } = await repost(id);
  expect([status, headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-remaining')]).toEqual([429, '50', '0']);
  await control('/clock', { advanceMs: 60_000 });
  expect((await repost(id)).status).toBe(200);
});

it('needs the scope to write', async () => {
  const id = await write('Read only');
  const { token } = await connect('ben', ['tweet.read', 'users.read']);
  expect(await repost(id, token)).toEqual(answered(403, forbidden('Forbidden')));
});
