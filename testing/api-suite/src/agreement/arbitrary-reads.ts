import { LIMITS, PLATFORMS, POST_STATUSES } from '@fanfare/contract';
import fc, { type Arbitrary } from 'fast-check';
import { platform } from './arbitrary-content.ts';
import { anyAccount, number, optional, profileId, queryOf } from './arbitrary-query.ts';
import { type Call, callOf, type Json, pathOf } from './call.ts';

const post: Arbitrary<string> = fc
  .tuple(fc.constantFrom('sent', 'scheduled', 'any'), number)
  .map(([kind, at]) => `{{post:${kind}:${at}}}`);
const moment = fc.oneof(
  fc.constantFrom('2020-01-01T00:00:00Z', '2031-01-01T00:00:00+02:00', '{{in:-86400000}}', '{{in:86400000}}'),
  number.map((at) => `{{created:${at}}}`),
);

export const listPosts: Arbitrary<Call> = fc
  .record(
    {
      limit: fc.constantFrom(1, 2, 3, LIMITS.listDefault.value, LIMITS.listMax.value),
      status: fc.constantFrom(...POST_STATUSES),
      platform: fc.constantFrom(...PLATFORMS),
      accountId: fc.oneof(anyAccount, fc.constantFrom('nope', '{{foreign:account}}')),
      profileId,
      createdAfter: moment,
      createdBefore: moment,
      publishAfter: moment,
      publishBefore: moment,
      order: fc.constantFrom('createdAt', 'publishAt'),
      page: fc.oneof(
        fc.record({ offset: fc.constantFrom(0, 1, 5, LIMITS.listOffset.value) }),
        fc.record({ cursor: number.map((at) => `{{cursor:${at}}}`) }),
      ),
    },
    optional,
  )
  .chain((all) =>
    // A list with every filter at once is nearly always empty.
    fc.subarray(Object.keys(all), { maxLength: Math.min(3, Object.keys(all).length) }).map((names) => {
      const { page, ...fields } = Object.fromEntries(
        Object.entries(all).filter(([name]) => names.includes(name)),
      ) as typeof all;
      return callOf('posts.list', { query: queryOf({ ...fields, ...page }) });
    }),
  );

const ETAGS = ['{{etag}}', 'W/{{etag}}', '"other", {{etag}}', '*', '"other"', 'unquoted', ''];

export const getPost: Arbitrary<Call> = fc
  .tuple(post, fc.option(fc.constantFrom(...ETAGS)))
  .map(([id, etag]) =>
    callOf('posts.get', { path: pathOf('posts.get', id), headers: etag === null ? [] : [['If-None-Match', etag]] }),
  );

export const cancelPost: Arbitrary<Call> = fc
  .tuple(post, fc.option(fc.constant<Json>({}), { freq: 3 }))
  .map(([id, body]) => callOf('posts.cancel', { path: pathOf('posts.cancel', id), ...(body !== null && { body }) }));

export const readMetrics: Arbitrary<Call> = post.map((id) =>
  callOf('posts.metrics', { path: pathOf('posts.metrics', id) }),
);

const targetIds: Arbitrary<Json> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('{{target:0}}', '{{target:1}}') },
    { weight: 1, arbitrary: fc.constantFrom('nope', '{{post:any:0}}') },
  ),
  { minLength: 1, maxLength: 2 },
);

const onTargets = (route: 'posts.repost' | 'posts.unpublish'): Arbitrary<Call> =>
  fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: number.map((at) => `{{post:sent:${at}}}`) }, { weight: 1, arbitrary: post }),
      fc.option(fc.record({ targetIds }, optional), { freq: 2 }),
    )
    .map(([id, body]) => callOf(route, { path: pathOf(route, id), ...(body !== null && { body: body as Json }) }));

export const repostPost = onTargets('posts.repost');
export const unpublishPost = onTargets('posts.unpublish');

/** Links to a post on X, in shapes people share. */
const LINKS = [
  'https://x.com/ada/status/{{xpost:0}}',
  'https://twitter.com/i/web/status/{{xpost:1}}',
  'https://mobile.twitter.com/ada/statuses/{{xpost:2}}?s=20',
  'http://www.x.com/i/status/{{xpost:3}}/photo/1',
  'https://fxtwitter.com/ada/status/{{xpost:4}}',
  'https://x.com/intent/retweet?tweet_id={{xpost:5}}',
  'https://twitter.com/#!/ada/status/{{xpost:6}}',
  'x.com/ada/status/{{xpost:0}}',
  ' www.twitter.com/ada/status/{{xpost:1}} ',
  '{{xpost:2}}',
];
const NO_LINKS = [
  ' ',
  '0',
  'x.com',
  'https:/x.com/ada/status/20',
  'https://x.com/ada',
  'https://t.co/abc',
  'https://threads.com/@ada/post/1',
  'https://x.com.example.com/ada/status/20',
  'https://x.com:444/ada/status/20',
  'https://www.linkedin.com/feed/update/urn:li:share:1',
];

const xAccounts: Arbitrary<Json> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: number.map((at) => `{{account:x:any:${at}}}`) },
    { weight: 1, arbitrary: fc.constantFrom('{{account:threads:any:0}}', '{{foreign:account}}', 'nope') },
  ),
  { minLength: 1, maxLength: 2 },
);

export const repostAny: Arbitrary<Call> = fc
  .oneof(
    { weight: 4, arbitrary: fc.record({ url: fc.constantFrom(...LINKS), accountIds: xAccounts }) },
    { weight: 1, arbitrary: fc.record({ url: fc.constantFrom(...NO_LINKS), accountIds: xAccounts }) },
    {
      weight: 3,
      arbitrary: fc.record({
        platform: fc.constant('x'),
        platformPostId: number.map((at) => `{{xpost:${at}}}`),
        accountIds: xAccounts,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        platform: fc.constant('x'),
        platformPostId: fc.constantFrom('abc', '0123', '12345678901234567890'),
        accountIds: xAccounts,
      }),
    },
    {
      weight: 2,
      arbitrary: platform.chain((of) =>
        fc.record({
          platform: fc.constant(of),
          platformPostId: fc.constant('{{xpost:0}}'),
          accountIds: number.map((at) => [`{{account:${of}:any:${at}}}`]),
        }),
      ),
    },
  )
  .map((body) => callOf('reposts.create', { body: body as Json }));
