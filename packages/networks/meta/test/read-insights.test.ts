import { NetworkError } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { type InsightsOf, readInsights } from '../src/read-insights.ts';
import { graphError, noAnswer, type Reply, scriptNetwork } from './scripted-network.ts';

const SCOPE = 'manage_insights';
const INSIGHTS = 'GET https://graph.test/v1/1792/insights';
const asked: InsightsOf<'views' | 'likes' | 'shares'> = {
  graph: { network: 'Instagram', baseUrl: 'https://graph.test/v1' },
  required: { network: 'Instagram', scope: SCOPE, purpose: 'metrics' },
  metrics: ['views', 'likes', 'shares'],
};

const metric = (name: string, ...values: readonly unknown[]) => ({
  name,
  period: 'lifetime',
  values: values.map((value) => ({ value })),
  title: name,
  id: `1792/insights/${name}/lifetime`,
});
const counted: Reply = { json: { data: [metric('views', 9120), metric('likes', 305), metric('shares', 0)] } };
const all = { views: 9120, likes: 305, shares: 0 };

async function read(...replies: readonly [Reply, ...Reply[]]) {
  const { call, seen } = scriptNetwork({ [INSIGHTS]: replies }, { scopes: [SCOPE] });
  const startedAt = call.clock.now();
  const result = await readInsights(call, asked, '1792').catch((error: unknown) => error);
  return { result, asked: seen.map((one) => one.params.metric), waitedMs: call.clock.now() - startedAt, seen };
}

const facts = (result: unknown) => {
  if (!(result instanceof NetworkError)) throw new Error('There is no error.', { cause: result });
  return result.facts;
};

describe('readInsights', () => {
  it('reads every count in one call that only reads', async () => {
    const { result, seen } = await read(counted);
    expect(result).toEqual(all);
    expect(seen.map(({ call, params, effect }) => ({ call, params, effect }))).toEqual([
      { call: INSIGHTS, params: { metric: 'views,likes,shares', access_token: 'TOKEN-CANARY' }, effect: 'read' },
    ]);
  });

  it.each([
    ['an empty list, which is no data yet and not zero', { data: [] }, {}],
    ['a metric without values', { data: [metric('views'), metric('likes', 3)] }, { likes: 3 }],
    ['a metric without a list of values', { data: [{ name: 'views' }, metric('likes', 3)] }, { likes: 3 }],
    [
      'a value that is no count',
      { data: [metric('views', 'many'), metric('likes', -1), metric('shares', 2)] },
      { shares: 2 },
    ],
    ['a total instead of values', { data: [{ name: 'views', total_value: { value: 7 } }] }, { views: 7 }],
    ['a metric nobody asked for', { data: [metric('reach', 9), metric('likes', 1)] }, { likes: 1 }],
  ])('takes %s as it is', async (_, json, counts) => {
    expect((await read({ json })).result).toEqual(counts);
  });

  it('makes no call without the permission, and names it', async () => {
    const { call, seen } = scriptNetwork({}, { scopes: ['basic'] });
    const error = await readInsights(call, asked, '1792').catch((thrown: unknown) => thrown);
    expect(facts(error)).toEqual({
      code: 'permission_missing',
      outcome: 'not_sent',
      message: 'The account was connected without manage_insights, which Instagram wants for metrics.',
      remedy: 'Connect the account again to grant manage_insights.',
    });
    expect(seen).toEqual([]);
  });

  it('names it too when only the network reports the missing permission', async () => {
    const { result, asked: metrics } = await read(
      graphError(10, undefined, '(#10) Application does not have permission for this action'),
    );
    expect(facts(result)).toMatchObject({
      code: 'permission_missing',
      networkCode: '10',
      remedy: 'Connect the account again to grant manage_insights.',
    });
    expect(metrics).toHaveLength(1);
  });

  it('leaves operator errors to the operator', async () => {
    const { result } = await read(graphError(3));
    expect(facts(result)).toMatchObject({ operator: true, remedy: expect.stringContaining('Advanced Access') });
  });

  it.each([
    ['with too few viewers', graphError(10, undefined, '(#10) Not enough viewers for the media to show insights')],
    ['older than the professional account', graphError(100, 2108006, 'Invalid parameter')],
  ])('has no counts of a post %s, which is not an error', async (_, reply) => {
    const { result, asked: metrics } = await read(reply);
    expect([result, metrics]).toEqual([{}, ['views,likes,shares']]);
  });

  it.each([
    [
      'The Media Insights API does not support the views, shares metric for this media product type.',
      'likes',
      { likes: 305 },
    ],
    ['(#100) The metric shares is not supported for this media type', 'views,likes', { views: 9120, likes: 305 }],
  ])('calls once more without the metrics the network does not count: %s', async (words, second, counts) => {
    const json = { data: Object.entries(counts).map(([name, value]) => metric(name, value)) };
    const { result, asked: metrics } = await read(graphError(100, undefined, words), { json });
    expect([result, metrics]).toEqual([counts, ['views,likes,shares', second]]);
  });

  it('stops when no combination of counts works', async () => {
    const words = (name: string) =>
      `The Media Insights API does not support the ${name} metric for this media product type.`;
    const { result, asked: metrics } = await read(
      graphError(100, undefined, words('shares')),
      graphError(100, undefined, words('views')),
    );
    expect([result, metrics]).toEqual([{}, ['views,likes,shares', 'views,likes']]);
  });

  it('makes no call for no metrics', async () => {
    const words =
      'The Media Insights API does not support the views, likes, shares metric for this media product type.';
    const { result, asked: metrics } = await read(graphError(100, undefined, words));
    expect([result, metrics]).toEqual([{}, ['views,likes,shares']]);
  });

  it.each([
    ['a glitch', graphError(100, 33)],
    ['no answer', noAnswer('read')],
    ['an outage', graphError(2, undefined, 'm', 503)],
    ['an empty body', { json: undefined }],
    ['an answer of another kind', { json: { data: 'none' } }],
  ])('calls once more after %s', async (_, reply) => {
    const { result, asked: metrics, waitedMs } = await read(reply, counted);
    expect([result, metrics.length, waitedMs]).toEqual([all, 2, 1000]);
  });

  it.each([
    ['100/33', graphError(100, 33)],
    ['24/4279009', graphError(24, 4279009)],
    ['24', graphError(24)],
  ])('reports after a second %s that the post was deleted, without blaming the account', async (networkCode, reply) => {
    const { result, asked: metrics } = await read(reply);
    expect(facts(result)).toEqual({
      code: 'content_rejected',
      outcome: 'rejected',
      message: 'The post no longer exists on Instagram, or Instagram does not show it to this account any more.',
      networkCode,
      networkMessage: 'message of the network',
      remedy: 'Look at the profile: the post was deleted, or hidden, on the network.',
    });
    expect(metrics).toHaveLength(2);
  });

  it('blames this version for a metric the network has withdrawn', async () => {
    const { result, asked: metrics } = await read(
      graphError(100, undefined, '(#100) metric[0] must be one of the following values'),
    );
    expect(facts(result)).toMatchObject({ code: 'internal_error', operator: true, networkCode: '100' });
    expect(metrics).toHaveLength(1);
  });

  it.each([
    ['throttling', graphError(4), 'rate_limited', 1],
    ['a refused token', graphError(190, 463), 'credential_rejected', 1],
    ['an outage that lasts', graphError(2), 'network_unavailable', 2],
    ['a restricted account', graphError(368), 'account_restricted', 1],
  ] as const)('passes on %s', async (_, reply, code, requests) => {
    const { result, asked: metrics } = await read(reply);
    expect([facts(result).code, metrics.length]).toEqual([code, requests]);
  });

  it('ends with its signal', async () => {
    const stop = new AbortController();
    const { call, seen } = scriptNetwork(
      {
        [INSIGHTS]: () => {
          stop.abort(new Error('too long'));
          return graphError(2);
        },
      },
      { scopes: [SCOPE], signal: stop.signal },
    );
    await expect(readInsights(call, asked, '1792')).rejects.toMatchObject({ code: 'network_unavailable' });
    expect(seen).toHaveLength(1);
  });

  it('escapes the id', async () => {
    const { call, seen } = scriptNetwork({ 'GET https://graph.test/v1/a%2Fb/insights': counted }, { scopes: [SCOPE] });
    await readInsights(call, asked, 'a/b');
    expect(seen).toHaveLength(1);
  });
});
