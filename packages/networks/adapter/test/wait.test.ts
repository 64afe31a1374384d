import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { NetworkIo } from '../src/adapter.ts';
import { Secret } from '../src/secret.ts';
import { waitUntil } from '../src/wait.ts';

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
  it('looks until there is something, at the pace asked for', async () => {
    const { io: given, waits } = io();
    const seen = [null, null, 'READY'];
    const result = await waitUntil(given, async () => seen.shift() ?? null, {
      everyMs: (look) => 1_000 * (look + 1),
      atMostMs: 10_000,
    });
    expect({ result, waits }).toEqual({ result: 'READY', waits: [1_000, 2_000] });
  });

  it('ends without having published anything when it takes too long', async () => {
    const { io: given, waits } = io();
    await expect(
      waitUntil(given, async () => null, { everyMs: () => 4_000, atMostMs: 10_000, mediaIndex: 1 }),
    ).rejects.toMatchObject({ facts: { code: 'media_processing_timeout', outcome: 'rejected', mediaIndex: 1 } });
    expect(waits).toEqual([4_000, 4_000]);
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
