import { type Attempt, NetworkError, type Prepared, type Verdict } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { publishContainer } from '../src/publish-container.ts';
import { reconcileContainer } from '../src/reconcile-container.ts';
import { PUBLISH, STATUS, state, TIMELINE, testApi } from './container-api.ts';
import { graphError, noAnswer, type Reply, type Script, scriptNetwork } from './scripted-network.ts';

const prepared: Prepared = { handle: 'c-1', body: null };
const sought = { text: 'Hello', mediaType: 'IMAGE' };

/** The error of a send that gets this answer from the network. */
async function errorOf(reply: Reply): Promise<unknown> {
  const { call } = scriptNetwork({ [PUBLISH]: reply });
  return publishContainer(call, testApi, prepared).catch((thrown: unknown) => thrown);
}

/**
 * Publishes once against `reply`, then reconciles as after the `sends`-th send; `earlier` sends
 * ended with these errors in this process.
 */
async function reconcile(
  reply: Reply | null,
  script: Script,
  sends = 1,
  earlier: readonly Reply[] = [],
  agoMs = 0,
): Promise<{ verdict: Verdict; waitedMs: number; calls: readonly string[]; error: unknown }> {
  const network = scriptNetwork({ ...(reply === null ? {} : { [PUBLISH]: reply }), ...script });
  const { call, seen } = network;
  const intendedAt = call.clock.now();
  const error =
    reply === null
      ? null
      : await publishContainer(call, testApi, prepared).then(
          () => expect.unreachable(),
          (thrown: unknown) => thrown,
        );
  const earlierErrors = await Promise.all(earlier.map(errorOf));
  const attempt: Attempt<null> = { input: null, handle: 'c-1', intendedAt, agoMs, sends, error, earlierErrors };
  const verdict = await reconcileContainer(call, testApi, attempt, sought);
  return { verdict, waitedMs: call.clock.now() - intendedAt, calls: seen.map((one) => one.call), error };
}

const post = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  text: 'Hello',
  media_type: 'IMAGE',
  timestamp: '2026-11-20T12:00:03+0000',
  permalink: `https://threads.test/${id}`,
  ...more,
});
const timeline = (...posts: readonly unknown[]): Reply => ({ json: { data: posts } });

describe('reconcileContainer', () => {
  it('reports a post that is live despite a refusal, with the one matching timeline post', async () => {
    const { verdict, calls } = await reconcile(graphError(4, 2207051), {
      [STATUS('c-1')]: state('published'),
      [TIMELINE]: timeline(
        post('other', { text: 'Hello!' }),
        post('older', { timestamp: '2026-11-20T11:59:00+0000' }),
        post('video', { media_type: 'VIDEO' }),
        post('mine'),
      ),
    });
    expect(verdict).toEqual({ state: 'live', platformPostId: 'mine', url: 'https://threads.test/mine' });
    expect(calls).toEqual([PUBLISH, STATUS('c-1'), TIMELINE]);
  });

  it.each([
    ['two posts match', timeline(post('one'), post('two'))],
    ['no post matches', timeline(post('other', { text: 'Bye' }))],
    ['the timeline cannot be read', graphError(10)],
  ] as const)('reports a live post without an id when %s', async (_, answer) => {
    const { verdict } = await reconcile(noAnswer('public'), {
      [STATUS('c-1')]: state('published'),
      [TIMELINE]: answer,
    });
    expect(verdict).toEqual({ state: 'live', platformPostId: null, url: null });
  });

  it('finds a post that appears in the timeline a little later', async () => {
    const { verdict } = await reconcile(noAnswer('public'), {
      [STATUS('c-1')]: state('published'),
      [TIMELINE]: [timeline(), timeline(post('mine', { permalink: 'javascript:alert(1)' }))],
    });
    expect(verdict).toEqual({ state: 'live', platformPostId: 'mine', url: null });
  });

  it('never guesses the id of a post without text', async () => {
    const { call, seen } = scriptNetwork({ [STATUS('c-1')]: state('published') });
    const attempt = {
      input: null,
      handle: 'c-1',
      intendedAt: call.clock.now(),
      agoMs: 0,
      sends: 1,
      error: null,
      earlierErrors: [],
    };
    const verdict = await reconcileContainer(call, testApi, attempt, { text: ' ', mediaType: 'IMAGE' });
    expect(verdict).toEqual({ state: 'live', platformPostId: null, url: null });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['10 s after a first clean refusal', graphError(24, 4279009), 1, 10_000],
    ['30 s after a second one', graphError(9007, 2207027), 2, 30_000],
    ['10 s after a temporary refusal', graphError(-1, 2207001), 1, 10_000],
    ['60 s after a time-out', noAnswer('public'), 1, 60_000],
    ['60 s after a server error', graphError(2, undefined, 'm', 500), 2, 60_000],
    ['60 s after a crash took the answer', null, 2, 60_000],
  ] as const)('has the same container sent again %s', async (_, reply, sends, afterMs) => {
    const { verdict, calls } = await reconcile(reply, { [STATUS('c-1')]: state('finished') }, sends);
    expect(verdict).toEqual({ state: 'resend', afterMs });
    expect(calls.filter((name) => name === STATUS('c-1'))).toHaveLength(1);
  });

  it.each([
    ['the rest of it, for a first send that began up to 20 s after its intent', 1, 35_000, 45_000],
    ['10 s at the least', 1, 120_000, 10_000],
    ['all of it after a later send with an unknown start', 2, 120_000, 60_000],
  ] as const)('counts the silence from the intent: %s', async (_, sends, agoMs, afterMs) => {
    const { verdict } = await reconcile(null, { [STATUS('c-1')]: state('finished') }, sends, [], agoMs);
    expect(verdict).toEqual({ state: 'resend', afterMs });
  });

  it('has a container that is still in progress sent again later', async () => {
    const { verdict } = await reconcile(graphError(9007, 2207027), { [STATUS('c-1')]: state('in_progress') });
    expect(verdict).toEqual({ state: 'resend', afterMs: 10_000 });
  });

  it('stops after three sends: absent when each was refused and the container is still unpublished', async () => {
    const refused = graphError(24, 4279009);
    const notSent = new NetworkError({ code: 'network_unavailable', outcome: 'not_sent', message: 'No connection.' });
    const finished = { [STATUS('c-1')]: state('finished') };
    const { verdict, waitedMs, error } = await reconcile(refused, finished, 3, [refused, notSent]);
    expect(verdict.state).toBe('absent');
    expect(verdict.state === 'absent' && verdict.error).toMatchObject({
      code: 'network_unavailable',
      outcome: 'rejected',
    });
    expect(error).toMatchObject({ outcome: 'unknown' });
    expect(waitedMs).toBe(10_000);
  });

  it.each([
    ['had no answer', graphError(9, 2207042), 2, [noAnswer('public')]],
    ['ended with a server error', graphError(9, 2207042), 2, [graphError(2, undefined, 'm', 500)]],
    ['was made by a dead process', graphError(9, 2207042), 2, []],
    ['had no answer, and one refused', graphError(24, 4279009), 3, [noAnswer('public'), graphError(24, 4279009)]],
    ['was made by a dead process, and one refused', graphError(24, 4279009), 3, [graphError(24, 4279009)]],
  ] as const)('accepts a refusal only after 60 s when an earlier send %s', async (_, reply, sends, earlier) => {
    const script = { [STATUS('c-1')]: state('finished') };
    const { verdict, waitedMs } = await reconcile(reply, script, sends, earlier);
    expect([verdict.state, waitedMs]).toEqual(['absent', 60_000]);
  });

  it('sees an unanswered send take effect after a later one was refused', async () => {
    const states = [state('finished'), state('published')];
    const script = { [STATUS('c-1')]: states, [TIMELINE]: timeline(post('mine')) };
    const { verdict, waitedMs } = await reconcile(graphError(9, 2207042), script, 2, [noAnswer('public')]);
    expect([verdict, waitedMs]).toMatchObject([{ state: 'live', platformPostId: 'mine' }, 60_000]);
  });

  it('does not claim absence after three timeouts', async () => {
    const { verdict, waitedMs } = await reconcile(noAnswer('public'), { [STATUS('c-1')]: state('finished') }, 3);
    expect(verdict).toEqual({ state: 'undecided' });
    expect(waitedMs).toBe(60_000);
  });

  it('sees a post that went live during the last wait', async () => {
    const { verdict } = await reconcile(
      noAnswer('public'),
      { [STATUS('c-1')]: [state('finished'), state('published')], [TIMELINE]: timeline(post('mine')) },
      3,
    );
    expect(verdict).toMatchObject({ state: 'live', platformPostId: 'mine' });
  });

  it.each([
    ['suspected spam', graphError(4, 2207051), 'account_restricted', undefined],
    ['the daily limit', graphError(9, 2207042), 'rate_limited', undefined],
    ['a throttled app', graphError(4), 'rate_limited', 60_000],
    ['a missing permission', graphError(10), 'permission_missing', undefined],
    ['a restricted account', graphError(25, 2207050), 'account_restricted', undefined],
  ] as const)('accepts %s only after a second look 10 s later', async (_, reply, code, retryAfterMs) => {
    const { verdict, waitedMs, calls } = await reconcile(reply, { [STATUS('c-1')]: state('finished') });
    if (verdict.state !== 'absent' || !(verdict.error instanceof NetworkError)) throw new Error(verdict.state);
    expect(verdict.error.facts).toMatchObject({ code, outcome: 'rejected', retryAfterMs });
    expect(calls).toEqual([PUBLISH, STATUS('c-1'), STATUS('c-1')]);
    expect(waitedMs).toBe(10_000);
  });

  it('reports a post that went live 10 s after a final refusal', async () => {
    const { verdict } = await reconcile(graphError(4, 2207051), {
      [STATUS('c-1')]: [state('finished'), state('published')],
      [TIMELINE]: timeline(post('mine')),
    });
    expect(verdict).toMatchObject({ state: 'live', platformPostId: 'mine' });
  });

  it.each([
    ['ERROR', state('error', 'INVALID_BIT_RATE'), 'media_rejected'],
    ['EXPIRED', state('expired'), 'media_processing_failed'],
  ] as const)('is definite about %s and requests no second container', async (_, status, code) => {
    const { verdict } = await reconcile(noAnswer('public'), { [STATUS('c-1')]: status });
    if (verdict.state !== 'absent' || !(verdict.error instanceof NetworkError)) throw new Error(verdict.state);
    expect(verdict.error.facts).toMatchObject({ code, outcome: 'rejected' });
    expect(verdict.error.facts.retryAfterMs).toBeUndefined();
  });

  it('reads again through temporary faults', async () => {
    const { verdict } = await reconcile(noAnswer('public'), {
      [STATUS('c-1')]: [graphError(100, 33), noAnswer('read'), graphError(4), state('published')],
      [TIMELINE]: timeline(post('mine')),
    });
    expect(verdict).toMatchObject({ state: 'live', platformPostId: 'mine' });
  });

  it('cannot decide when the container stays unreadable', async () => {
    const { verdict } = await reconcile(noAnswer('public'), { [STATUS('c-1')]: graphError(100, 33) });
    expect(verdict).toEqual({ state: 'undecided' });
  });

  it('asks for a new token when the old one is refused now', async () => {
    const reading = reconcile(noAnswer('public'), { [STATUS('c-1')]: graphError(190, 460) });
    await expect(reading).rejects.toMatchObject({ facts: { code: 'credential_rejected' } });
  });

  it.each<[string, Reply, Verdict]>([
    [
      'is live when exactly one post shows it',
      timeline(post('mine')),
      { state: 'live', platformPostId: 'mine', url: 'https://threads.test/mine' },
    ],
    ['cannot be decided when two do', timeline(post('one'), post('two')), { state: 'undecided' }],
    ['cannot be decided when none does', timeline(), { state: 'undecided' }],
  ])('a write with an unknown container %s', async (_, reply, verdict) => {
    const { call, seen } = scriptNetwork({ [TIMELINE]: reply });
    const attempt = { input: null, handle: null, intendedAt: 0, agoMs: 0, sends: 1, error: null, earlierErrors: [] };
    expect(await reconcileContainer(call, testApi, attempt, sought)).toEqual(verdict);
    expect(new Set(seen.map((one) => one.call))).toEqual(new Set([TIMELINE]));
  });
});
