import { describe, expect, it } from 'vitest';
import type { Answer, Http, OutgoingCall } from '../src/http.ts';
import { NetworkError, type NetworkErrorFacts } from '../src/network-error.ts';
import { readAgain } from '../src/read-again.ts';

const answer = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  text: '',
  json: undefined,
});
const lost = (facts: Partial<NetworkErrorFacts> = {}) =>
  new NetworkError({ code: 'network_unavailable', outcome: 'unknown', message: 'lost', retryAfterMs: 1_000, ...facts });

/** Plays the given outcomes one after the other and records calls and waits. */
async function play(...outcomes: (Answer | Error)[]) {
  const calls: OutgoingCall[] = [];
  const waits: number[] = [];
  const http: Http = async (call) => {
    calls.push(call);
    const outcome = outcomes[calls.length - 1];
    if (outcome === undefined) throw new Error('called too often');
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const clock = {
    now: () => 0,
    sleep: async (ms: number) => {
      waits.push(ms);
    },
  };
  const signal = new AbortController().signal;
  const result = await readAgain(
    { http, clock, signal },
    { method: 'GET', url: 'https://api.example/me', query: { fields: 'id' } },
  ).catch((error: unknown) => error);
  const expectedCall = {
    method: 'GET',
    url: 'https://api.example/me',
    query: { fields: 'id' },
    effect: 'read',
    signal,
  };
  expect(calls).toEqual(calls.map(() => expectedCall));
  return { result, calls: calls.length, waits };
}

describe('a read is repeated', () => {
  it('not when it is answered', async () => {
    expect(await play(answer(200))).toEqual({ result: answer(200), calls: 1, waits: [] });
    expect(await play(answer(404))).toEqual({ result: answer(404), calls: 1, waits: [] });
  });

  it('until it is answered, with growing waits', async () => {
    expect(await play(lost(), answer(503), lost({ outcome: 'not_sent' }), answer(200))).toEqual({
      result: answer(200),
      calls: 4,
      waits: [500, 1_500, 4_500],
    });
  });

  it('three times at most, ending with the last answer', async () => {
    expect(await play(answer(500), answer(502), answer(503), answer(504))).toMatchObject({
      result: answer(504),
      calls: 4,
    });
  });

  it('three times at most, ending with the last error', async () => {
    const last = lost({ message: 'the last' });
    expect(await play(lost(), lost(), lost(), last)).toMatchObject({ result: last, calls: 4 });
  });

  it('after the wait the network asks for, when that is short', async () => {
    const short = answer(429, { 'retry-after': '7' });
    expect(await play(short, answer(503, { 'retry-after': '2' }), answer(200))).toEqual({
      result: answer(200),
      calls: 3,
      waits: [7_000, 2_000],
    });
  });
});

describe('a read is not repeated', () => {
  it.each([
    ['a long wait is requested', answer(429, { 'retry-after': '11' })],
    ['a long wait is requested with a 503', answer(503, { 'retry-after': '3600' })],
    ['a 429 does not say how long', answer(429)],
    ['the server does not know the call', answer(501)],
  ])('when %s', async (_why, only) => {
    expect(await play(only)).toEqual({ result: only, calls: 1, waits: [] });
  });

  it.each([
    ['the address is refused', lost({ outcome: 'not_sent', retryAfterMs: undefined })],
    ['the error is of another kind', lost({ code: 'credential_rejected' })],
    ['the error is a bug', new TypeError('bug')],
  ])('when %s', async (_why, only) => {
    expect(await play(only)).toEqual({ result: only, calls: 1, waits: [] });
  });

  it('once the caller has stopped', async () => {
    let calls = 0;
    const http: Http = async () => {
      calls++;
      throw lost();
    };
    const clock = { now: () => 0, sleep: () => expect.fail('slept') };
    await expect(
      readAgain({ http, clock, signal: AbortSignal.abort() }, { method: 'GET', url: 'https://api.example/' }),
    ).rejects.toThrow('lost');
    expect(calls).toBe(1);
  });
});
