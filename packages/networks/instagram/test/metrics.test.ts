import { Secret } from '@fanfare/network';
import { scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '../src/index.ts';

const instagram = createInstagram({
  ...INSTAGRAM_DEFAULTS,
  versions: instagramVersions(),
  graphUrl: 'https://graph.test',
  clientId: '1',
  clientSecret: new Secret('s'),
});
const INSIGHTS = 'GET https://graph.test/v25.0/17920238422030506/insights';
const scopes = ['instagram_business_manage_insights'];

const answer = (counts: Readonly<Record<string, number>>) => ({
  json: {
    data: Object.entries(counts).map(([name, value]) => ({
      name,
      period: 'lifetime',
      values: [{ value }],
      title: name,
    })),
  },
});

describe('metrics of Instagram', () => {
  it('requests the metrics that feed posts and reels share, and calls saved saves', async () => {
    const reply = answer({ views: 9120, likes: 305, comments: 12, shares: 4, saved: 31 });
    const { call, seen } = scriptNetwork({ [INSIGHTS]: reply }, { scopes });
    expect(await instagram.metrics?.(call, '17920238422030506')).toEqual({
      views: 9120,
      likes: 305,
      comments: 12,
      shares: 4,
      saves: 31,
    });
    expect(seen.map(({ call: name, params, effect }) => [name, params, effect])).toEqual([
      [INSIGHTS, { metric: 'views,likes,comments,shares,saved', access_token: 'TOKEN-CANARY' }, 'read'],
    ]);
  });

  it('reports null and not zero where there is no count yet', async () => {
    const { call } = scriptNetwork({ [INSIGHTS]: { json: { data: [] } } }, { scopes });
    expect(await instagram.metrics?.(call, '17920238422030506')).toEqual({
      views: null,
      likes: null,
      comments: null,
      shares: null,
      saves: null,
    });
  });

  it('asks an account connected before the permission existed to reconnect, without a call', async () => {
    const { call, seen } = scriptNetwork(
      {},
      { scopes: ['instagram_business_basic', 'instagram_business_content_publish'] },
    );
    await expect(instagram.metrics?.(call, '17920238422030506')).rejects.toMatchObject({
      facts: {
        code: 'permission_missing',
        outcome: 'not_sent',
        remedy: 'Connect the account again to grant instagram_business_manage_insights.',
      },
    });
    expect(seen).toEqual([]);
  });
});
