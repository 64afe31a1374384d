import type { Account, ListSpacesResponse, Post } from '@fanfare/contract';
import { HUB_REFUSALS } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { createMock, type HubFailure, type Mock } from '../src/index.ts';
import { callerOf, target } from './call-mock.ts';

const HUB = 'https://community.example.org';
const ADA = { hubUrl: HUB, type: 'wordpress', username: 'ada', apiKey: 'abcd efgh' };

const connect = (mock: Mock, body: object) => callerOf(mock)('POST', '/accounts/connect-hub', body);
const accountOf = async (mock: Mock, body: object): Promise<Account> =>
  ((await connect(mock, body)).body as { account: Account }).account;
const spacesOf = async (mock: Mock, { id }: Account, query = '') =>
  (await callerOf(mock)('GET', `/accounts/${id}/spaces${query}`)).body as ListSpacesResponse;

let keys = 0;
const publish = async (mock: Mock, account: Account, more: object = {}): Promise<Post['targets'][0]> => {
  const body = { content: 'Hello', platforms: [target(account, more)], idempotencyKey: `hub-${keys++}` };
  return ((await callerOf(mock)('POST', '/posts', body)).body as { post: Post }).post.targets[0]!;
};

describe('connecting', () => {
  test('a code names its hub and type; a hub of another type at the address is refused', async () => {
    const mock = createMock();
    const connectCode = mock.hubs.connectCode({ hubUrl: 'https://ada.example', type: 'micropub' });
    const account = await accountOf(mock, { hubUrl: 'https://ada.example', connectCode });
    expect(account.hub).toEqual({
      type: 'micropub',
      url: 'https://ada.example',
      name: 'ada.example',
      defaultSpaceSlug: null,
    });
    expect(() => mock.hubs.connectCode({ hubUrl: 'https://ada.example', type: 'wordpress' })).toThrow(RangeError);
    expect((await connect(mock, { ...ADA, hubUrl: 'https://ada.example' })).body).toMatchObject({
      error: { code: 'hub_not_supported' },
    });
  });

  test('private hosts are refused unless they are allowed', async () => {
    const lan = { ...ADA, hubUrl: 'http://hub.lan:8080' };
    expect((await connect(createMock(), lan)).body).toMatchObject({ error: HUB_REFUSALS.urlNotAllowed().refusal });
    expect((await connect(createMock({ allowedHosts: ['hub.lan'] }), lan)).status).toBe(201);
  });
});

describe('failures', () => {
  test.each<[HubFailure, object, () => object]>([
    ['hub_url_not_allowed', ADA, HUB_REFUSALS.urlNotAllowed],
    ['hub_auth_failed', ADA, HUB_REFUSALS.keyRefused],
    ['connect_code_invalid', { hubUrl: HUB, connectCode: 'A' }, HUB_REFUSALS.codeInvalid],
    ['hub_not_supported', ADA, () => HUB_REFUSALS.notAHub('WordPress')],
    ['hub_not_supported', { hubUrl: HUB, connectCode: 'A' }, HUB_REFUSALS.noConnectCodes],
    ['hub_unreachable', ADA, HUB_REFUSALS.unreachable],
    ['hub_unreachable', { hubUrl: HUB, connectCode: 'A' }, HUB_REFUSALS.codeMayBeUsed],
    ['hub_error', ADA, HUB_REFUSALS.brokenAnswer],
  ])('%s of %j is in the words of the service, once', async (code, body, refusal) => {
    const mock = createMock();
    mock.hubs.failNext(code);
    expect((await connect(mock, body)).body).toMatchObject({
      error: (refusal() as ReturnType<typeof HUB_REFUSALS.keyRefused>).refusal,
    });
    expect((await connect(mock, ADA)).status).toBe(201);
  });

  test('a code that was sent before the failure is used up', async () => {
    const mock = createMock();
    const connectCode = mock.hubs.connectCode();
    mock.hubs.failNext('hub_unreachable');
    await connect(mock, { hubUrl: HUB, connectCode });
    expect((await connect(mock, { hubUrl: HUB, connectCode })).body).toMatchObject({
      error: { code: 'connect_code_invalid' },
    });
  });

  test('a script is for one hub and one kind of call, as often as it says; a missing right has its sentence', async () => {
    const mock = createMock();
    const account = await accountOf(mock, ADA);
    mock.hubs.failNext('hub_auth_failed', {
      ...{ hubUrl: `${HUB}/`, on: 'connect', times: 2, message: 'ada may not publish on this hub.' },
    });
    expect((await connect(mock, { ...ADA, hubUrl: 'https://other.example' })).status).toBe(201);
    expect((await spacesOf(mock, account)).total).toBe(3);
    for (let at = 0; at < 2; at++) {
      expect((await connect(mock, ADA)).body).toMatchObject({
        error: { code: 'hub_auth_failed', message: 'ada may not publish on this hub.' },
      });
    }
    expect((await connect(mock, ADA)).status).toBe(200);
    mock.hubs.failNext('hub_error');
    mock.reset();
    expect((await connect(mock, ADA)).status).toBe(201);
  });
});

describe('publishing', () => {
  test('the network of hubs is scripted like any other; a refused key revokes the account', async () => {
    const mock = createMock();
    const account = await accountOf(mock, ADA);
    mock.networks.hub.failNext('outcome_unknown', { accountId: account.id });
    expect(await publish(mock, account)).toMatchObject({ errorDetail: { code: 'outcome_unknown' } });
    mock.networks.hub.failNext('credential_rejected');
    expect(await publish(mock, account)).toMatchObject({ errorDetail: { code: 'account_not_active' } });
    expect((await callerOf(mock)('GET', `/accounts/${account.id}`)).body).toMatchObject({
      account: { status: 'revoked', statusReason: 'revoked_by_user' },
    });
    expect((await connect(mock, ADA)).status).toBe(200);
  });
});

describe('what cannot be', () => {
  test('a hub account that expires, a hub of another platform, and a type that nobody knows', () => {
    const mock = createMock();
    const { id } = mock.seed.account({ platform: 'hub' });
    expect(() => mock.accounts.expire(id)).toThrow('is on a hub, where connections never expire');
    expect(() => mock.seed.account({ platform: 'hub', status: 'expired' })).toThrow('which never expire');
    expect(() => mock.seed.account({ platform: 'x', hub: {} })).toThrow('seed.account(account).hub');
    expect(() => mock.seed.hub({ type: 'ghost' as 'micropub' })).toThrow('Known: wordpress, micropub');
    expect(() => mock.seed.hub({ url: 'nowhere' })).toThrow('is not an address');
    expect(() => mock.hubs.failNext('not_found' as 'hub_error')).toThrow('Known: hub_url_not_allowed');
  });
});
