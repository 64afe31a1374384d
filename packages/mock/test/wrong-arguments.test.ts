import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';

/** The mock as a program without types sees it: any argument compiles. */
// biome-ignore lint/suspicious/noExplicitAny: what a program without types gives is what is tested.
type Untyped = Record<string, any>;

const CODES = /Known: account_not_active, .*network_unavailable/;

test.each<[what: string, words: RegExp, call: (mock: Untyped) => unknown]>([
  ['a failing publish', CODES, ({ networks }) => networks.x.failNext('kaboom')],
  ['a failing comment', CODES, ({ networks }) => networks.x.failNextComment()],
  ['a failing repost', CODES, ({ networks }) => networks.x.failNextRepost(null)],
  ['failing metrics', CODES, ({ networks }) => networks.x.failNextMetrics(7)],
  [
    'a field of a failure',
    /"time" is not known. Known: accountId, times/,
    ({ networks }) => networks.x.failNext('rate_limited', { time: 2 }),
  ],
  [
    'how often',
    /times: 0 is not a number of at least 1/,
    ({ networks }) => networks.x.failNext('rate_limited', { times: 0 }),
  ],
  ['a warning', /Known: alt_text_refused/, ({ networks }) => networks.x.warnNext('nope')],
  ['how slow', /"90s" is not a number/, ({ networks }) => networks.x.slowNext('90s')],
  ['how slow a comment is', /NaN is not a number/, ({ networks }) => networks.x.slowNextComment(Number.NaN)],
  ['a fault’s code', /code: "nope" is not known. Known: invalid_request/, ({ faults }) => faults.add({ code: 'nope' })],
  ['a fault’s route', /Known: .*posts\.create/, ({ faults }) => faults.add({ route: 'post.create' })],
  ['a fault’s drop', /Known: before, after/, ({ faults }) => faults.add({ drop: 'during' })],
  ['a fault’s field', /"delay" is not known. Known: route, times, delayMs/, ({ faults }) => faults.add({ delay: 5 })],
  ['a fault', /undefined is not an object/, ({ faults }) => faults.add()],
  ['bytes at an address', /give a Uint8Array, or null/, ({ media }) => media.at('https://a.example', 'bytes')],
  ['a scenario', /"nope" is not known. Known: everything-works, /, (mock) => mock.scenario('nope')],
  ['a logged route', /Known: .*posts\.create/, ({ requests }) => requests.of('createPost')],
  [
    'a platform of an account',
    /Known: instagram, threads, x, linkedin/,
    ({ seed }) => seed.account({ platform: 'twitter' }),
  ],
  ['a missing platform', /undefined is not known/, ({ seed }) => seed.account({})],
  [
    'a status of an account',
    /Known: active, expired, revoked/,
    ({ seed }) => seed.account({ platform: 'x', status: 'gone' }),
  ],
  [
    'an empty profile id',
    /profileId: "" is not a string of at least one character/,
    ({ seed }) => seed.account({ platform: 'x', profileId: '' }),
  ],
  ['an error of a post', CODES, ({ seed }) => seed.post({ targets: [{ account: 'x:ada', error: 'kaboom' }] })],
  ['a post without targets', /targets: undefined is not a list/, ({ seed }) => seed.post({ content: 'a' })],
  [
    'a time of a post',
    /"soon" is not a Date or an ISO 8601 time/,
    ({ seed }) => seed.post({ publishAt: 'soon', targets: [] }),
  ],
  ['a plan', /Known: free, pro/, ({ seed }) => seed.plan('golden')],
  ['units', /"7" is not a number/, ({ seed }) => seed.usage('7')],
  ['a field of a seed', /"account" is not known. Known: plan, accounts/, ({ seed }) => seed.all({ account: [] })],
  ['a field of a project', /Known: name, plan, workspaceId/, ({ seed }) => seed.project({ title: 'a' })],
  ['an account', /There is no account nobody/, ({ accounts }) => accounts.expire('nobody')],
  ['an event type', /"posts.failed" is not known. Known: post\.scheduled, /, ({ events }) => events.of('posts.failed')],
  ['an event that is never stored', /Known: post\.scheduled/, ({ events }) => events.last('webhook.test')],
  ['who gets deliveries', /"http" is not a function or 'fetch'/, () => createMock({ deliver: 'http' } as never)],
  ['a failing receiver', /200 is not an HTTP status from 300 to 599/, ({ webhooks }) => webhooks.failNext(200)],
  ['how a receiver fails', /"slow" is not known. Known: timed_out, /, ({ webhooks }) => webhooks.failNext('slow')],
  [
    'what a receiver wants',
    /"stop" is not known. Known: disable, abort-message/,
    ({ webhooks }) => webhooks.failNext(500, { control: 'stop' }),
  ],
  ['a webhook’s event', /Known: post\.scheduled/, ({ seed }) => seed.webhook({ events: ['post.created'] })],
  ['a webhook’s address', /"ftp:\/\/a" is not an http address/, ({ seed }) => seed.webhook({ url: 'ftp://a' })],
  [
    'a webhook’s secret',
    /secret must be whsec_ and 24 to 64 bytes/,
    ({ seed }) => seed.webhook({ secret: 'whsec_abc' }),
  ],
  ['a field of a webhook', /"event" is not known. Known: url, events/, ({ seed }) => seed.webhook({ event: [] })],
  ['a version', /7 is not a string/, ({ networks }) => networks.linkedin.endVersion(7)],
  [
    'when a credential ends',
    /"soon" is not a Date/,
    (mock) => mock.accounts.expireAt(mock.seed.account({ platform: 'x' }).id, 'soon'),
  ],
  [
    'a credential that never ends',
    /connections never expire/,
    (mock) => mock.accounts.expireAt(mock.seed.account({ platform: 'hub' }).id, new Date()),
  ],
  ['a key', /There is no such key/, ({ keys }) => keys.revoke('nope')],
  ['a connect link', /"here" is not a connect link/, ({ connect }) => connect.deny('here')],
  [
    'an end of a connect',
    /Known: .*permissions_missing/,
    ({ connect }) => connect.fail('https://a.example/connect/a', 'nope'),
  ],
  [
    'what a user declines',
    /Known: firstComments, metrics/,
    ({ connect }) => connect.approve('https://a.example/connect/a', { without: ['all'] }),
  ],
  ['an option of the mock', /Known: baseUrl, seed, now/, () => createMock({ url: 'a' } as object)],
  ['the time of the mock', /"today" is not a Date/, () => createMock({ now: 'today' })],
  ['the clock of the mock', /Known: frozen, running/, () => createMock({ clock: 'fast' } as object)],
])('%s that is none is refused at once, with what is known', (_, words, call) => {
  const mock: Mock = createMock();
  expect(() => call(mock as Untyped)).toThrow(RangeError);
  expect(() => call(mock as Untyped)).toThrow(words);
});

test.each<[string, RegExp, (clock: Untyped) => Promise<void>]>([
  ['yesterday', /"yesterday" is not a Date or an ISO 8601 time/, (clock) => clock.travelTo('yesterday')],
  ['no time', /undefined is not a Date/, (clock) => clock.travelTo()],
  ['the past', /Time goes forward only/, (clock) => clock.travelTo('2020-01-01T00:00:00Z')],
  ['no number', /"5s" is not a number/, (clock) => clock.advance('5s')],
  ['a step back', /-1 is not a number of at least 0/, (clock) => clock.advance(-1)],
  ['for ever', /Infinity is not a number/, (clock) => clock.advance(Infinity)],
])('the clock does not go to %s', async (_, words, move) => {
  const { clock } = createMock();
  const before = clock.now();
  await expect(move(clock as Untyped)).rejects.toThrow(words);
  await expect(move(clock as Untyped)).rejects.toThrow(RangeError);
  expect(clock.now()).toEqual(before);
});
