import { ACCOUNT_STATUSES, LIMITS, PLATFORMS } from '@fanfare/contract';
import fc, { type Arbitrary } from 'fast-check';
import { platform } from './arbitrary-content.ts';
import { anyAccount, number, optional, profileId, queryOf } from './arbitrary-query.ts';
import { type Call, callOf, type Json, pathOf } from './call.ts';

export const listAccounts: Arbitrary<Call> = fc
  .record(
    {
      profileId,
      platform: fc.constantFrom(...PLATFORMS),
      status: fc.constantFrom(...ACCOUNT_STATUSES),
      includeRevoked: fc.boolean(),
    },
    optional,
  )
  .map((fields) => callOf('accounts.list', { query: queryOf(fields) }));

export const getAccount: Arbitrary<Call> = anyAccount.map((id) =>
  callOf('accounts.get', { path: pathOf('accounts.get', id) }),
);

/** Few accounts go, and most that go are gone already. */
export const deleteAccount: Arbitrary<Call> = fc
  .oneof(
    { weight: 12, arbitrary: number.map((at) => `{{account:any:revoked:${at}}}`) },
    { weight: 1, arbitrary: anyAccount },
    { weight: 1, arbitrary: number.map((at) => `{{account:hub:any:${at}}}`) },
  )
  .map((id) => callOf('accounts.delete', { path: pathOf('accounts.delete', id) }));

export const listSpaces: Arbitrary<Call> = fc
  .tuple(
    fc.oneof(
      { weight: 1, arbitrary: anyAccount },
      { weight: 2, arbitrary: number.map((at) => `{{account:hub:any:${at}}}`) },
    ),
    fc.record(
      {
        q: fc.constantFrom('', 'NEW', 's', 'x'.repeat(LIMITS.spaceQueryChars.value)),
        limit: fc.constantFrom(1, 2, 100),
        offset: fc.constantFrom(0, 1, 5),
      },
      optional,
    ),
  )
  .map(([id, fields]) => callOf('accounts.spaces', { path: pathOf('accounts.spaces', id), query: queryOf(fields) }));

const REDIRECTS = [
  'https://app.example.com/done?from=settings',
  'http://127.0.0.1:3000/done',
  'http://localhost/',
  'http://app.example.com/done',
  'https://app.example.com/#done',
  'http://[::1]:3000/',
  'http://dev.localhost/',
];

export const connect: Arbitrary<Call> = fc
  .record({ platform, profileId, redirectUrl: fc.constantFrom(...REDIRECTS) }, { requiredKeys: ['platform'] })
  .map((body) => callOf('accounts.connect', { body: JSON.parse(JSON.stringify(body)) as Json }));

/**
 * Someone who may publish on a hub. A key that was deleted there with its account is refused on
 * both sides.
 */
const hubUser = fc.constantFrom('wordpress', 'micropub').chain((type) =>
  fc.record(
    {
      hubUrl: fc.constantFrom(`{{hub:${type}:url}}`, `{{hub:${type}:url}}/`),
      type: fc.constant(type),
      username: fc.constant(`{{hub:${type}:username}}`),
      apiKey: fc.constant(`{{hub:${type}:key}}`),
      defaultSpaceSlug: fc.constantFrom('news', 'events', 'nowhere'),
      profileId,
    },
    { requiredKeys: ['hubUrl', 'type', 'username', 'apiKey'] },
  ),
);

/** A hub that the service does not connect to, whatever else is right. */
const refusedHub = fc.record(
  {
    hubUrl: fc.constantFrom(
      'http://hub.example.org',
      'https://hub.example.org/?a=b',
      'https://10.0.0.5/blog',
      'https://hub.lan',
      'https://[::1]:8443',
      'https://hub.example.org:25',
    ),
    type: fc.constantFrom('wordpress', 'micropub'),
    apiKey: fc.constant('abcd efgh'),
    username: fc.constant('ann'),
    connectCode: fc.constant('TCVX-XRPK'),
    defaultSpaceSlug: fc.constant('news'),
    profileId,
  },
  { requiredKeys: ['hubUrl'] },
);

const connectTo = (body: unknown): Call =>
  callOf('accounts.connectHub', { body: JSON.parse(JSON.stringify(body)) as Json });

/** The keys of the server's hubs are its own: only what no hub sees is changed of this one. */
export const connectHub: Arbitrary<Call> = hubUser.map(connectTo);

export const connectRefusedHub: Arbitrary<Call> = refusedHub.map(connectTo);
