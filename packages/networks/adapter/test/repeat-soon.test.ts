import { describe, expect, it } from 'vitest';
import { NetworkError, type NetworkErrorFacts } from '../src/network-error.ts';
import { isPassing, repeatSoon } from '../src/repeat-soon.ts';

const failed = (facts: Partial<NetworkErrorFacts> = {}) =>
  new NetworkError({ code: 'network_unavailable', outcome: 'unknown', message: 'lost', retryAfterMs: 1_000, ...facts });

type Run = { readonly mayPass?: (error: NetworkError) => boolean; readonly signal?: AbortSignal };

/** Plays the given outcomes one after the other and records the waits. */
async function play(outcomes: readonly (string | Error)[], { mayPass, signal }: Run = {}) {
  let runs = 0;
  const waits: number[] = [];
  const clock = {
    now: () => 0,
    sleep: async (ms: number) => {
      waits.push(ms);
    },
  };
  const run = async () => {
    const outcome = outcomes[runs++];
    if (outcome === undefined) throw new Error('run too often');
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const io = { clock, signal: signal ?? new AbortController().signal };
  const result = await repeatSoon(io, run, mayPass).catch((error: unknown) => error);
  return { result, runs, waits };
}

describe('a hidden call is repeated', () => {
  it('not at all when it works', async () => {
    expect(await play(['ok'])).toEqual({ result: 'ok', runs: 1, waits: [] });
  });

  it('until it works, 1 s and 3 s later', async () => {
    expect(await play([failed(), failed({ outcome: 'not_sent' }), 'ok'])).toEqual({
      result: 'ok',
      runs: 3,
      waits: [1_000, 3_000],
    });
  });

  it('three times at most, and ends with the last error', async () => {
    const last = failed({ message: 'lost for good' });
    const { result, ...rest } = await play([failed(), failed(), last]);
    expect(result).toBe(last);
    expect(rest).toEqual({ runs: 3, waits: [1_000, 3_000] });
  });

  it('when the network says, if that is later', async () => {
    const { waits } = await play([failed({ retryAfterMs: 10_000 }), failed({ retryAfterMs: 2_000 }), 'ok']);
    expect(waits).toEqual([10_000, 3_000]);
  });

  it('not when the network asks for more than ten seconds', async () => {
    const error = failed({ retryAfterMs: 10_001 });
    expect(await play([error])).toEqual({ result: error, runs: 1, waits: [] });
  });

  it.each([
    ['a refusal', failed({ code: 'content_rejected' })],
    ['a throttle', failed({ code: 'rate_limited' })],
    ['a permanent fault', failed({ retryAfterMs: undefined })],
    ['an error that is not the network’s', new TypeError('bug')],
  ])('not after %s', async (_, error) => {
    expect(await play([error])).toEqual({ result: error, runs: 1, waits: [] });
  });

  it('after other errors where the caller says so, but never after one that is not the network’s', async () => {
    const mayPass = ({ code }: NetworkError) => code === 'media_unreachable';
    const unreachable = failed({ code: 'media_unreachable', retryAfterMs: undefined });
    expect(await play([unreachable, 'ok'], { mayPass })).toEqual({ result: 'ok', runs: 2, waits: [1_000] });
    expect((await play([failed()], { mayPass })).runs).toBe(1);
    expect((await play([new TypeError('bug')], { mayPass: () => true })).runs).toBe(1);
  });

  it('not once the caller has stopped', async () => {
    const error = failed();
    expect(await play([error], { signal: AbortSignal.abort() })).toEqual({ result: error, runs: 1, waits: [] });
  });
});

it('only a retryable network fault counts as temporary', () => {
  const errors = [failed(), failed({ retryAfterMs: undefined }), failed({ code: 'rate_limited' }), new Error('bug')];
  expect(errors.map(isPassing)).toEqual([true, false, false, false]);
});
