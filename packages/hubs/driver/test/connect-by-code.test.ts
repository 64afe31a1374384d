import { Secret } from '@fanfare/network';
import { HUB_REFUSALS } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { createHubAdapter } from '../src/index.ts';
import { aDriver, networkError } from './a-driver.ts';
import { makeCall } from './make-call.ts';
import { type Reply, scriptedHub } from './scripted-hub.ts';

const DISCOVERY = 'GET /.well-known/hub-connect';
const EXCHANGE = 'POST /codes';
const FALLBACK = 'POST /hub-connect/v1/exchange';
const KEY = { type: 'wordpress', apiKey: 'the new key', user: { id: '7', username: 'ann' } };
const NOTHING: Reply = { status: 404 };

type How = {
  readonly driver?: ReturnType<typeof aDriver>;
  /**
   * The address that the hub names for the exchange; null for a hub without a discovery document.
   */
  readonly exchangeUrl?: string | null;
  readonly version?: number;
  readonly space?: string | null;
};

/** Connects with a code to a hub whose exchange answers as given. */
async function connect(
  exchange: Reply,
  { driver = aDriver(), exchangeUrl = '{url}/codes', version = 1, space = null }: How = {},
) {
  const hub = await scriptedHub({
    ...(exchangeUrl !== null && { [DISCOVERY]: { json: { version, exchange: exchangeUrl } } }),
    ...{ [EXCHANGE]: exchange, [FALLBACK]: exchange },
  });
  const adapter = createHubAdapter({ drivers: [driver.driver], serviceName: 'Fanfare' });
  const answer = await adapter.connectHub(makeCall(hub, { type: 'wordpress' }), {
    ...{ url: hub.url, with: { connectCode: new Secret('TCVX-XRPK') }, defaultSpaceSlug: space },
  });
  return { answer, hub, ...driver };
}

describe('a connect code', () => {
  it('is traded for a key at the address that the hub names', async () => {
    const { answer, hub, connected, deleted } = await connect({ json: { ...KEY, defaultSpaceSlug: 'news' } });
    const { host } = new URL(hub.url);
    expect(answer).toMatchObject({ ok: true, platformUserId: `user:7@${host}`, username: 'ann' });
    expect(answer.ok && [answer.apiKey.reveal(), answer.site]).toEqual([
      'the new key',
      {
        ...{ type: 'wordpress', url: hub.url, apiUrl: hub.url, keyOrigins: [hub.url], name: 'Harbour' },
        ...{ isKeyOurs: true, defaultSpaceSlug: 'news' },
      },
    ]);
    expect(hub.requests.map(({ line, body }) => [line, body.toString()])).toEqual([
      [DISCOVERY, ''],
      [EXCHANGE, JSON.stringify({ code: 'TCVX-XRPK', name: 'Fanfare' })],
    ]);
    expect([connected, deleted]).toEqual([['ann 7 the new key'], []]);
  });

  it('goes to the address of the WordPress plugin when the hub has no discovery document', async () => {
    const { answer, hub } = await connect({ json: KEY }, { exchangeUrl: null });
    expect([answer.ok, hub.lines()]).toEqual([true, [DISCOVERY, FALLBACK]]);
  });

  it('is sent to no other origin than that of the hub', async () => {
    const { answer, hub } = await connect({ json: KEY }, { exchangeUrl: 'https://elsewhere.example/codes' });
    expect(answer).toEqual(HUB_REFUSALS.brokenAnswer());
    expect(hub.lines()).toEqual([DISCOVERY]);
  });

  it('is not sent to a hub that speaks another version', async () => {
    const { answer, hub } = await connect({ json: KEY }, { version: 2 });
    expect(answer).toEqual(HUB_REFUSALS.brokenAnswer());
    expect(hub.lines()).toEqual([DISCOVERY]);
  });

  it.each<[string, Reply, unknown]>([
    ['refused by the hub', { status: 400, json: { code: 'invalid_connect_code' } }, HUB_REFUSALS.codeInvalid()],
    ['sent to a hub without the protocol', NOTHING, HUB_REFUSALS.noConnectCodes()],
    ['answered by a page', { text: '<h1>Welcome</h1>' }, HUB_REFUSALS.noConnectCodes()],
    ['answered without a key', { json: { type: 'wordpress' } }, HUB_REFUSALS.brokenAnswer()],
    [
      'answered with an API elsewhere',
      { json: { ...KEY, apiUrl: 'https://elsewhere.example' } },
      HUB_REFUSALS.brokenAnswer(),
    ],
    ['answered with a type nobody knows', { json: { ...KEY, type: 'pigeons' } }, HUB_REFUSALS.noDriver()],
    ['one of too many', { status: 429, json: { code: 'rate_limited' } }, HUB_REFUSALS.brokenAnswer()],
    ['sent to a hub that fails', { status: 500, json: {} }, HUB_REFUSALS.brokenAnswer()],
    ['redirected', { status: 302 }, HUB_REFUSALS.noConnectCodes()],
    ['not answered', 'hang up', HUB_REFUSALS.codeMayBeUsed()],
  ])('that is %s is refused', async (_how, exchange, refusal) => {
    const { answer, connected, hub } = await connect(exchange);
    expect([answer, connected]).toEqual([refusal, []]);
    expect(hub.lines()).toEqual([DISCOVERY, EXCHANGE]);
  });

  it.each([
    ['an API elsewhere', { apiUrl: 'https://elsewhere.example' }, HUB_REFUSALS.brokenAnswer()],
    ['a type nobody knows', { type: 'pigeons' }, HUB_REFUSALS.noDriver()],
  ])(
    'that is answered with %s leaves no key on the hub, and the key goes nowhere else',
    async (_what, facts, refusal) => {
      const sentTo: string[] = [];
      const driver = aDriver({
        deleteKey: async ({ hub, apiKey }) =>
          void sentTo.push(`${hub.apiUrl} ${hub.keyOrigins.join()} ${apiKey.reveal()}`),
      });
      const { answer, hub, connected } = await connect({ json: { ...KEY, ...facts } }, { driver });
      expect([answer, connected, sentTo]).toEqual([refusal, [], [`${hub.url} ${hub.url} the new key`]]);
    },
  );

  it('whose key is of no use leaves no key on the hub', async () => {
    const withoutRight = aDriver({ connect: async () => ({ ok: false, message: 'The user may not upload.' }) });
    const refused = await connect({ json: KEY }, { driver: withoutRight });
    expect([refused.answer, refused.deleted]).toEqual([
      HUB_REFUSALS.rightMissing('The user may not upload.'),
      ['the new key'],
    ]);
    const unreachable = aDriver({ connect: () => Promise.reject(networkError({})) });
    const silent = await connect({ json: KEY }, { driver: unreachable });
    expect([silent.answer, silent.deleted]).toEqual([HUB_REFUSALS.unreachable(), ['the new key']]);
    const noSpace = await connect({ json: KEY }, { space: 'sports' });
    expect([noSpace.answer, noSpace.deleted]).toEqual([HUB_REFUSALS.spaceNotFound('sports'), ['the new key']]);
  });

  it('leaves no key on the hub when the time for connecting is over either', async () => {
    const over = new AbortController();
    const signals: boolean[] = [];
    const { driver } = aDriver({
      async connect() {
        over.abort();
        throw networkError({});
      },
      deleteKey: async ({ signal }) => void signals.push(signal.aborted),
    });
    const hub = await scriptedHub({ [FALLBACK]: { json: KEY } });
    const adapter = createHubAdapter({ drivers: [driver], serviceName: 'Fanfare' });
    const io = { ...makeCall(hub, { type: 'wordpress' }), signal: over.signal };
    const request = { url: hub.url, with: { connectCode: new Secret('TCVX-XRPK') }, defaultSpaceSlug: null };
    expect([await adapter.connectHub(io, request), signals]).toEqual([HUB_REFUSALS.unreachable(), [false]]);
  });

  it('names the hub where the API of the hub has no name', async () => {
    const site = { apiUrl: 'http://127.0.0.1', keyOrigins: [], name: '' };
    const nameless = aDriver({
      connect: async (_io, { url }) => ({
        ok: true,
        user: { site: { ...site, apiUrl: url }, remoteId: '7', username: 'ann' },
      }),
    });
    const { answer } = await connect({ json: { ...KEY, hub: { name: 'Harbour Community' } } }, { driver: nameless });
    expect(answer).toMatchObject({ ok: true, site: { name: 'Harbour Community' } });
  });

  it('ignores a default space that the hub suggests and does not have', async () => {
    const { answer } = await connect({ json: { ...KEY, defaultSpaceSlug: 'gone' } });
    expect(answer).toMatchObject({ ok: true, site: { defaultSpaceSlug: null } });
  });
});
