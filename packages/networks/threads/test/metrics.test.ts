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
const read = async (counts: Readonly<Record<string, number>>) =>
  threads.metrics?.(scriptNetwork({ [INSIGHTS]: answer(counts) }, { scopes }).call, '18163085524434927');

describe('metrics of Threads', () => {
  it.each([
    ['one of the three is not reported', { reposts: 5, quotes: 0 }, 5],
    ['none is reported', { views: 1 }, null],
    ['all are zero', { reposts: 0, quotes: 0, shares: 0 }, 0],
  ])('adds up the available shares when %s', async (_, counts, shares) => {
    expect((await read(counts))?.shares).toBe(shares);
  });

  it('reports null for a repost, which has no counts of its own', async () => {
    expect(await read({})).toEqual({ views: null, likes: null, comments: null, shares: null, saves: null });
  });
});
