import { Secret } from '@fanfare/network';
import { scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createThreads, THREADS_DEFAULTS } from '../src/index.ts';

const threads = createThreads({
  ...THREADS_DEFAULTS,
  graphUrl: 'https://graph.test',
  clientId: '1',
  clientSecret: new Secret('s'),
});
const INSIGHTS = 'GET https://graph.test/v1.0/18163085524434927/insights';
const scopes = ['threads_manage_insights'];

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
const read = async (counts: Readonly<Record<string, number>>) => {
  const { call, seen } = scriptNetwork({ [INSIGHTS]: answer(counts) }, { scopes });
  return { metrics: await threads.metrics?.(call, '18163085524434927'), seen };
};

describe('metrics of Threads', () => {
  it('counts reposts, quotes and shares as shares, and replies as comments', async () => {
    const { metrics, seen } = await read({ views: 900, likes: 100, replies: 7, reposts: 5, quotes: 3, shares: 2 });
    expect(metrics).toEqual({ views: 900, likes: 100, comments: 7, shares: 10, saves: null });
    expect(seen.map(({ call: name, params, effect }) => [name, params, effect])).toEqual([
      [INSIGHTS, { metric: 'views,likes,replies,reposts,quotes,shares', access_token: 'TOKEN-CANARY' }, 'read'],
    ]);
  });

  it.each([
    ['one of the three is not reported', { reposts: 5, quotes: 0 }, 5],
    ['none is reported', { views: 1 }, null],
    ['all are zero', { reposts: 0, quotes: 0, shares: 0 }, 0],
  ])('adds up the available shares when %s', async (_, counts, shares) => {
    expect((await read(counts)).metrics?.shares).toBe(shares);
  });

  it('reports null for a repost, which has no counts of its own', async () => {
    expect((await read({})).metrics).toEqual({ views: null, likes: null, comments: null, shares: null, saves: null });
  });

  it('asks an account connected before the permission existed to reconnect, without a call', async () => {
    const { call, seen } = scriptNetwork({}, { scopes: ['threads_basic', 'threads_content_publish'] });
    await expect(threads.metrics?.(call, '18163085524434927')).rejects.toMatchObject({
      facts: {
        code: 'permission_missing',
        outcome: 'not_sent',
        remedy: 'Connect the account again to grant threads_manage_insights.',
      },
    });
    expect(seen).toEqual([]);
  });
});
