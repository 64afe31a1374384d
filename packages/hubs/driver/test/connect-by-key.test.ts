import { Secret } from '@fanfare/network';
import { HUB_REFUSALS } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { type ConnectHubRequest, ConnectProblem, createHubAdapter, type HubDriver } from '../src/index.ts';
import { aDriver, networkError } from './a-driver.ts';
import { makeCall } from './make-call.ts';
import { scriptedHub } from './scripted-hub.ts';

const URL_OF_HUB = 'https://community.example.org/blog';
const key = { type: 'wordpress', username: 'ann', apiKey: new Secret('abcd efgh') } as const;

async function connect(driver: Partial<HubDriver> = {}, changes: Partial<ConnectHubRequest> = {}) {
  const hub = await scriptedHub({});
  const made = aDriver(driver);
  const adapter = createHubAdapter({ drivers: [made.driver], serviceName: 'Fanfare' });
  const request = { url: URL_OF_HUB, with: key, defaultSpaceSlug: null, ...changes };
  return { answer: await adapter.connectHub(makeCall(hub, { type: 'wordpress' }), request), hub, ...made };
}

const fails = (facts: Parameters<typeof networkError>[0]): Partial<HubDriver> => ({
  connect: () => Promise.reject(networkError(facts)),
});

describe('a key', () => {
  it('connects the user behind it, named by hub and path', async () => {
    const { answer, hub } = await connect({}, { defaultSpaceSlug: 'news' });
    expect(answer).toEqual({
      ok: true,
      site: {
        ...{ type: 'wordpress', url: URL_OF_HUB, apiUrl: URL_OF_HUB, keyOrigins: ['https://community.example.org'] },
        ...{ name: 'Harbour', isKeyOurs: false, defaultSpaceSlug: 'news' },
      },
      platformUserId: 'user:7@community.example.org/blog',
      ...{ remoteId: '7', home: URL_OF_HUB, isAnybody: false },
      username: 'ann',
      apiKey: key.apiKey,
    });
    expect(hub.requests).toEqual([]);
  });

  it('connects the hub that the site says it is', async () => {
    const site = { apiUrl: URL_OF_HUB, keyOrigins: [], name: '' };
    const user = { site, home: 'http://www.community.example.org/', remoteId: '7', username: 'ann', isAnybody: true };
    const { answer } = await connect({ connect: async () => ({ ok: true, user }) });
    expect(answer).toMatchObject({
      ...{ platformUserId: 'user:7@www.community.example.org', isAnybody: true },
      site: { url: URL_OF_HUB },
    });
  });

  it('connects one hub, however its address is written', async () => {
    const [plain, other] = await Promise.all([
      connect(),
      connect({}, { url: 'https://Community.Example.org:443/blog//' }),
    ]);
    expect(other.answer).toEqual(plain.answer);
  });

  it.each<[string, Partial<HubDriver>, unknown]>([
    ['that the hub refuses', fails({ code: 'credential_rejected', networkCode: '401' }), HUB_REFUSALS.keyRefused()],
    [
      'whose user may not publish',
      { connect: async () => ({ ok: false, message: 'The user may not publish.' }) },
      HUB_REFUSALS.rightMissing('The user may not publish.'),
    ],
    ...(
      [
        ['content_rejected', HUB_REFUSALS.notAHub('WordPress', 'Use www.')],
        ['credential_rejected', HUB_REFUSALS.keyRefused('Use www.')],
        ['network_unavailable', HUB_REFUSALS.brokenAnswer('Use www.')],
      ] as const
    ).map(([code, refusal]): [string, Partial<HubDriver>, unknown] => {
      const problem = new ConnectProblem({ code, message: 'Use www.', networkCode: '301' });
      return [`for which the driver knows what to do (${code})`, { connect: () => Promise.reject(problem) }, refusal];
    }),
    ['for an address without such a hub', fails({ code: 'content_rejected' }), HUB_REFUSALS.notAHub('WordPress')],
    ['for a hub that does not answer', fails({}), HUB_REFUSALS.unreachable()],
    ['for a hub that answers nonsense', fails({ networkCode: '200' }), HUB_REFUSALS.brokenAnswer()],
  ])('%s connects nothing, and is left as it is', async (_what, driver, refusal) => {
    const { answer, deleted } = await connect(driver);
    expect([answer, deleted]).toEqual([refusal, []]);
  });

  it('connects nothing when the hub does not have the default space', async () => {
    const { answer, deleted } = await connect({}, { defaultSpaceSlug: 'sports' });
    expect([answer, deleted]).toEqual([HUB_REFUSALS.spaceNotFound('sports'), []]);
  });

  it('connects nothing when the hub names an API on another origin', async () => {
    const site = { apiUrl: 'https://elsewhere.example', keyOrigins: ['https://elsewhere.example'], name: '' };
    const user = { site, remoteId: '7', username: 'ann' };
    const { answer } = await connect({ connect: async () => ({ ok: true, user }) });
    expect(answer).toEqual(HUB_REFUSALS.brokenAnswer());
  });

  it('needs the name of its user where the hub wants one', async () => {
    const { answer, connected } = await connect({}, { with: { ...key, username: null } });
    expect([answer, connected]).toEqual([HUB_REFUSALS.usernameMissing(), []]);
  });

  it('needs a driver for its type of hub', async () => {
    const { answer } = await connect({}, { with: { ...key, type: 'micropub' } });
    expect(answer).toEqual(HUB_REFUSALS.noDriver());
  });
});
