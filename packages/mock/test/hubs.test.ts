import type { Account, ListSpacesResponse, Post } from '@fanfare/contract';
import { HUB_REFUSALS } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { createMock, type HubFailure, type Mock } from '../src/index.ts';
import { callerOf, image, target } from './call-mock.ts';

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
  test('by key makes an account of the hub user; the same user of the same hub keeps its id', async () => {
    const mock = createMock();
    const first = await connect(mock, { ...ADA, defaultSpaceSlug: 'news', profileId: 'customer-17' });
    const account = {
      id: expect.stringMatching(/^acc_/),
      platform: 'hub',
      profileId: 'customer-17',
      platformUserId: expect.stringMatching(/^user:\d+@community\.example\.org$/),
      username: 'ada',
      status: 'active',
      statusReason: null,
      connectedAt: '2026-11-20T09:00:00.000Z',
      hub: { type: 'wordpress', url: HUB, name: 'Community', defaultSpaceSlug: 'news' },
    };
    expect(first).toMatchObject({ status: 201, body: { account } });
    const { id } = (first.body as { account: Account }).account;
    await mock.clock.advance(1000);
    const again = await connect(mock, { ...ADA, hubUrl: `${HUB}/`, apiKey: 'another' });
    expect({ status: again.status, body: again.body }).toEqual({
      status: 200,
      body: {
        account: {
          ...account,
          id,
          connectedAt: '2026-11-20T09:00:01.000Z',
          hub: { ...account.hub, defaultSpaceSlug: null },
        },
      },
    });
    expect((await accountOf(mock, { ...ADA, username: 'grace' })).id).not.toBe(id);
    expect((await accountOf(mock, { ...ADA, hubUrl: `${HUB}/blog` })).id).not.toBe(id);
  });

  test('by code works once, for ten minutes, in any spelling, at the hub that made the code', async () => {
    const mock = createMock();
    const code = mock.hubs.connectCode({ username: 'grace', defaultSpaceSlug: 'events' });
    expect(code).toMatch(/^[A-Z]{4}(?:-[A-Z]{4}){3}$/);
    const refused = { error: { code: 'connect_code_invalid' } };
    expect((await connect(mock, { hubUrl: 'https://other.example', connectCode: code })).body).toMatchObject(refused);
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const account = await accountOf(mock, { hubUrl: HUB, connectCode: typed });
    expect(account).toMatchObject({ username: 'grace', hub: { type: 'wordpress', defaultSpaceSlug: 'events' } });
    expect((await connect(mock, { hubUrl: HUB, connectCode: code })).body).toMatchObject(refused);
    const late = mock.hubs.connectCode();
    await mock.clock.advance(600_001);
    expect((await connect(mock, { hubUrl: HUB, connectCode: late })).body).toMatchObject(refused);
  });

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

  test('the plan’s cap counts hub accounts, and a reconnect never twice', async () => {
    const mock = createMock();
    mock.seed.plan('free');
    const full = { status: 403, body: { error: { code: 'account_limit_reached' } } };
    for (let at = 0; at < 5; at++) mock.seed.account({ platform: 'x', username: `x${at}` });
    const connectCode = mock.hubs.connectCode();
    expect(await connect(mock, { hubUrl: HUB, connectCode })).toMatchObject(full);
    mock.seed.plan('pro');
    // The hub was not asked: the code is as good as before.
    expect((await connect(mock, { hubUrl: HUB, connectCode })).status).toBe(201);
    mock.seed.plan('free');
    expect((await connect(mock, ADA)).status).toBe(200);
    expect(await connect(mock, { ...ADA, username: 'grace' })).toMatchObject(full);
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

describe('spaces', () => {
  test('are searched and paged, with the default of the account', async () => {
    const mock = createMock();
    const account = await accountOf(mock, { ...ADA, defaultSpaceSlug: 'news' });
    const space = (slug: string, id: string, name: string, description: string | null = null) => ({
      ...{ slug, id, name, description, url: `${HUB}/category/${slug}/`, isDefault: slug === 'news', canPost: null },
    });
    expect(await spacesOf(mock, account)).toEqual({
      spaces: [
        space('events', '3', 'Events'),
        space('news', '2', 'News'),
        space('recipes', '7', 'Recipes', 'What we bake, and how.'),
      ],
      total: 3,
      limit: 25,
      offset: 0,
    });
    expect(await spacesOf(mock, account, '?q=E&limit=1&offset=2')).toEqual({
      spaces: [space('recipes', '7', 'Recipes', 'What we bake, and how.')],
      total: 3,
      limit: 1,
      offset: 2,
    });
    mock.seed.hub({ url: HUB, spaces: [{ slug: 'zoo' }] });
    expect((await spacesOf(mock, account)).spaces).toEqual([
      {
        slug: 'zoo',
        id: 'zoo',
        name: 'zoo',
        description: null,
        url: `${HUB}/category/zoo/`,
        isDefault: false,
        canPost: null,
      },
    ]);
  });

  test('a key that the hub refuses revokes the account', async () => {
    const mock = createMock();
    const account = await accountOf(mock, ADA);
    mock.hubs.failNext('hub_auth_failed');
    expect(await spacesOf(mock, account)).toMatchObject({ error: HUB_REFUSALS.accountNotActive().refusal });
    expect((await callerOf(mock)('GET', `/accounts/${account.id}`)).body).toMatchObject({
      account: { status: 'revoked', statusReason: 'revoked_by_user' },
    });
  });
});

describe('publishing', () => {
  test('goes to the space of the target, or the default, which must still exist', async () => {
    const mock = createMock();
    const account = await accountOf(mock, { ...ADA, defaultSpaceSlug: 'news' });
    expect(await publish(mock, account)).toMatchObject({
      status: 'published',
      url: expect.stringMatching(/^https:\/\/community\.example\.org\/\?p=\d+$/),
    });
    expect(await publish(mock, account, { spaceSlug: 'events', firstComment: 'First' })).toMatchObject({
      status: 'published',
      commentStatus: 'unsupported',
      requested: { spaceSlug: 'events' },
    });
    const lost = { status: 'failed', error: 'space_not_found: The hub has no space with the slug "zoo".' };
    expect(await publish(mock, account, { spaceSlug: 'zoo' })).toMatchObject(lost);
    mock.seed.hub({ url: HUB, spaces: [{ slug: 'zoo' }] });
    expect(await publish(mock, account, { spaceSlug: 'zoo', mediaItems: [image] })).toMatchObject({
      status: 'published',
    });
    expect((await publish(mock, account)).error).toBe('space_not_found: The hub has no space with the slug "news".');
  });

  test('WordPress counts comments, Micropub counts nothing', async () => {
    const mock = createMock();
    mock.scenario('self-hosted-hubs');
    const { accounts } = (await callerOf(mock)('GET', '/accounts?platform=hub')).body as { accounts: Account[] };
    const none = { views: null, likes: null, comments: null, shares: null, saves: null };
    const counts = [];
    for (const account of accounts) {
      const platforms = [target(account)];
      const body = { content: 'Hello', platforms, idempotencyKey: account.id };
      const { post } = (await callerOf(mock)('POST', '/posts', body)).body as { post: Post };
      const { targets } = (await callerOf(mock)('GET', `/posts/${post.id}/metrics`)).body as {
        targets: { metrics: object }[];
      };
      counts.push(targets[0]?.metrics);
    }
    expect(counts).toEqual([{ ...none, comments: expect.any(Number) }, none]);
  });

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
