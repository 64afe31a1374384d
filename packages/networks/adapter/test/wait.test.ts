import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { NetworkIo } from '../src/account-call.ts';
import { NetworkError, type NetworkErrorFacts } from '../src/network-error.ts';
import { Secret } from '../src/secret.ts';
import { mayLookAgain, waitUntil } from '../src/wait.ts';

function io(): { io: NetworkIo; waits: number[] } {
  const waits: number[] = [];
  let nowMs = 0;
  const clock = {
    now: () => nowMs,
    sleep: async (ms: number) => {
      waits.push(ms);
      nowMs += ms;
    },
  };
  return { io: { clock, signal: new AbortController().signal, http: () => expect.fail('called') }, waits };
}

describe('waiting for a network to process media', () => {
  it('looks until there is a result, at the given interval', async () => {
    const { io: given, waits } = io();
    const seen = [null, null, 'READY'];
    const result = await waitUntil(given, async () => seen.shift() ?? null, {
      everyMs: (look) => 1_000 * (look + 1),
      atMostMs: 10_000,
    });
    expect({ result, waits }).toEqual({ result: 'READY', waits: [1_000, 2_000] });
  });

  it('fails without having published anything when it takes too long', async () => {
    const { io: given, waits } = io();
    await expect(
      waitUntil(given, async () => null, { everyMs: () => 4_000, atMostMs: 10_000, mediaIndex: 1 }),
    ).rejects.toMatchObject({ facts: { code: 'media_processing_timeout', outcome: 'rejected', mediaIndex: 1 } });
    expect(waits).toEqual([4_000, 4_000]);
  });
});

describe('a look that failed', () => {
  const failed = (facts: Pick<NetworkErrorFacts, 'code' | 'retryAfterMs'>) =>
    new NetworkError({ outcome: 'rejected', message: 'failed', ...facts });

  it.each([
    ['a passing fault', failed({ code: 'network_unavailable', retryAfterMs: 1_000 }), true],
    ['a throttle of a minute', failed({ code: 'rate_limited', retryAfterMs: 60_000 }), true],
    ['a longer throttle', failed({ code: 'rate_limited', retryAfterMs: 60_001 }), false],
    ['a throttle without an end', failed({ code: 'rate_limited' }), false],
    ['a fault that stays', failed({ code: 'network_unavailable' }), false],
    ['a refusal', failed({ code: 'media_processing_failed', retryAfterMs: 1_000 }), false],
    ['an error that is not the network’s', new TypeError('bug'), false],
  ])('for %s may be repeated or not', (_, error, may) => {
    expect(mayLookAgain(error)).toBe(may);
  });
});

it('a secret cannot be printed by accident', () => {
  const secret = new Secret('canary');
  const printed = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true, depth: 9 }),
    inspect(secret),
  ];
  expect(printed.join()).not.toContain('canary');
  expect(secret.reveal()).toBe('canary');
});
