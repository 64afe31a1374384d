import { NetworkError, Secret, type VersionStep } from '@fanfare/network';
import { graphError, type Reply, scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createInstagram, INSTAGRAM_DEFAULTS, INSTAGRAM_VERSIONS, instagramVersions } from '../src/index.ts';

const MEDIA = '17841400000000001/media_publish';
const publishAt = (version: string): string => `POST https://graph.test/${version}/${MEDIA}`;
const prepared = { handle: '101', body: null };
const published: Reply = { json: { id: '17920238422030506' } };

const REFUSALS: readonly (readonly [string, Reply])[] = [
  ['HTTP 426', { status: 426, json: undefined }],
  ['code 2635', graphError(2635, undefined, '(#2635) You are calling a deprecated version of the API.')],
  ['an unknown path', graphError(2500, undefined, 'Unknown path components: /v25.0/17841400000000001/media_publish')],
];

function instagramOn(wanted?: readonly string[]) {
  const steps: VersionStep[] = [];
  const versions = instagramVersions({ wanted, onStep: (step) => steps.push(step) });
  const adapter = createInstagram({
    ...INSTAGRAM_DEFAULTS,
    graphUrl: 'https://graph.test',
    versions,
    clientId: '1',
    clientSecret: new Secret('s'),
  });
  return { adapter, versions, steps };
}

describe('versions of the Instagram API', () => {
  it('are the newest three, with the end Meta has named', () => {
    expect(INSTAGRAM_VERSIONS.map(({ version, sunsetAt }) => [version, sunsetAt])).toEqual([
      ['v25.0', '2028-07-29'],
      ['v26.0', null],
      ['v27.0', null],
    ]);
  });

  it.each(REFUSALS)('step on for the whole process at %s, and the post is published once', async (_, refusal) => {
    const { adapter, versions, steps } = instagramOn();
    const { call, seen } = scriptNetwork({ [publishAt('v25.0')]: refusal, [publishAt('v26.0')]: published });
    expect(await adapter.publish.send(call, prepared)).toEqual({ platformPostId: '17920238422030506', url: null });
    await adapter.publish.send(call, prepared);
    expect(seen.map((one) => one.call)).toEqual([publishAt('v25.0'), publishAt('v26.0'), publishAt('v26.0')]);
    expect([versions.current(), steps]).toEqual(['v26.0', [{ network: 'instagram', from: 'v25.0', to: 'v26.0' }]]);
  });

  it.each(REFUSALS)(
    'that have all ended at %s are for the operator, and the account stays as it is',
    async (_, refusal) => {
      const { adapter, steps } = instagramOn(['v21.0']);
      const { call } = scriptNetwork({ [publishAt('v21.0')]: refusal });
      const error = await adapter.publish.send(call, prepared).catch((thrown: unknown) => thrown);
      if (!(error instanceof NetworkError)) throw error;
      const { code, outcome, operator, credential, message, remedy } = error.facts;
      expect({ code, outcome, operator, credential, message, remedy, steps }).toEqual({
        code: 'network_unavailable',
        outcome: 'rejected',
        operator: true,
        credential: undefined,
        message: 'Instagram no longer serves the API version this installation asks for.',
        remedy: 'The operator must configure a version that Meta serves, or update this service.',
        steps: [{ network: 'instagram', from: 'v21.0', to: null }],
      });
    },
  );

  it.each([
    ['a missing token, which shares its code', graphError(2500, undefined, 'An active access token must be used')],
    ['a refused value', graphError(100)],
    ['an outage', graphError(2, undefined, 'm', 503)],
  ])('stay at %s', async (_, reply) => {
    const { adapter, versions, steps } = instagramOn();
    const { call, seen } = scriptNetwork({ [publishAt('v25.0')]: reply });
    await expect(adapter.publish.send(call, prepared)).rejects.toBeInstanceOf(NetworkError);
    expect([versions.current(), steps, seen.length]).toEqual(['v25.0', [], 1]);
  });

  it('are no part of the token endpoints', async () => {
    const { adapter } = instagramOn();
    const { call, seen } = scriptNetwork({
      'GET https://graph.test/refresh_access_token': { json: { access_token: 'NEW', expires_in: 5183944 } },
    });
    await adapter.connect.refresh?.(call, call.credential);
    expect(seen).toHaveLength(1);
  });
});
