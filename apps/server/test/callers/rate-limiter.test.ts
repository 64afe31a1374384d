import type { RateLimit } from '@fanfare/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRateLimiter, type RateAnswer } from '../../src/callers/rate-limiter.ts';
import { createLogger } from '../../src/process/log/log.ts';

const MINUTE_MS = 60_000;

/**
 * Servers with their own batches over one table that counts as `takeRateLimit` does, on a clock
 * that stands still until the test moves it.
 */
function useServers(count: number, { perMinute }: { readonly perMinute: number }) {
  const limit: RateLimit = { name: 'requests', perMinute };
  const intervalMs = MINUTE_MS / perMinute;
  let nowMs = 1_000;
  let arrivalMs = 0;
  let statements = 0;
  let isAway = false;
  const limiters = Array.from({ length: count }, () =>
    createRateLimiter({
      log: createLogger('silent', () => undefined),
      monotonicMs: () => nowMs,
      async take(_callerId, _limit, requests) {
        statements++;
        if (isAway) throw new Error('The database is away.');
        const next = Math.max(arrivalMs, nowMs) + requests * intervalMs;
        const isAllowed = next <= nowMs + MINUTE_MS + 0.001;
        if (isAllowed) arrivalMs = next;
        return { isAllowed, aheadMs: Math.max(0, arrivalMs - nowMs) };
      },
    }),
  );
  return {
    ask: (server = 0): Promise<RateAnswer> => limiters[server]!.check(limit, 'key'),
    askSeveral: (requests: number, server = 0): Promise<RateAnswer> =>
      limiters[server]!.checkSeveral(limit, 'key', requests),
    pass(ms: number) {
      nowMs += ms;
    },
    now: () => nowMs,
    /** Requests that the table has left. */
    left: () => (nowMs + MINUTE_MS - Math.max(arrivalMs, nowMs)) / intervalMs,
    away(away: boolean) {
      isAway = away;
    },
    /** Since the last call. */
    statements() {
      const made = statements;
      statements = 0;
      return made;
    },
  };
}

const isAllowed = ({ refusal }: RateAnswer): boolean => refusal === null;
const allowedOf = (answers: readonly RateAnswer[]): number => answers.filter(isAllowed).length;
const together = <Answer extends RateAnswer>(times: number, ask: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, () => ask()));

describe('a request that counts as several', () => {
  test('takes them past the batch in one statement, and the headers go on counting', async () => {
    const { ask, askSeveral, statements } = useServers(1, { perMinute: 600 });
    expect((await ask()).headers.RateLimit).toBe('"requests";r=599;t=1');
    expect((await askSeveral(32)).headers.RateLimit).toBe('"requests";r=567;t=4');
    expect(statements()).toBe(2);
    const spent = await together(11, ask);
    expect(spent.map(({ headers }) => headers.RateLimit)).toEqual(
      Array.from({ length: 11 }, (_, at) => expect.stringContaining(`r=${566 - at};`)),
    );
    expect(statements()).toBe(0);
    await ask();
    expect(statements()).toBe(1);
  });

  test('keeps no more of a batch than it took: other servers may have later intervals', async () => {
    const { ask, askSeveral, statements } = useServers(2, { perMinute: 600 });
    await ask();
    await ask(1);
    await askSeveral(2);
    statements();
    for (const expected of [0, 0, 1]) {
      await ask();
      expect(statements()).toBe(expected);
    }
  });

  test('is refused whole, and takes nothing', async () => {
    const { askSeveral, left, pass } = useServers(1, { perMinute: 60 });
    await askSeveral(32);
    const { headers, refusal } = await askSeveral(32);
    expect([headers.RateLimit, refusal?.headers, left()]).toEqual(['"requests";r=28;t=4', { 'Retry-After': '4' }, 28]);
    pass(4_000);
    expect(isAllowed(await askSeveral(32))).toBe(true);
  });

  test('passes when the limiter fails', async () => {
    const { askSeveral, away } = useServers(1, { perMinute: 60 });
    away(true);
    expect(await askSeveral(2)).toEqual({ headers: {}, refusal: null });
  });
});

describe('one server', () => {
  test('the headers count each request, and one statement serves twelve of 600 a minute', async () => {
    const { ask, statements } = useServers(1, { perMinute: 600 });
    for (let i = 1; i <= 36; i++) {
      expect((await ask()).headers).toEqual({
        'RateLimit-Policy': '"requests";q=600;w=60',
        RateLimit: `"requests";r=${600 - i};t=${Math.max(1, Math.ceil(i / 10))}`,
      });
    }
    expect(statements()).toBe(3);
  });

  test('a batch whose intervals have passed is not spent: the database gives them out again', async () => {
    const { ask, pass, statements } = useServers(1, { perMinute: 600 });
    await ask();
    pass(MINUTE_MS);
    await ask();
    expect(statements()).toBe(2);
  });

  test('elapsed time gives requests back within a batch too', async () => {
    const { ask, pass, statements } = useServers(1, { perMinute: 600 });
    await ask();
    for (const _ of Array.from({ length: 5 })) {
      pass(100);
      expect((await ask()).headers.RateLimit).toBe('"requests";r=599;t=1');
    }
    expect(statements()).toBe(1);
  });

  test('many at once wait for one statement, and exactly the limit passes', async () => {
    const { ask, statements } = useServers(1, { perMinute: 600 });
    expect(allowedOf(await together(400, ask))).toBe(400);
    expect(statements()).toBe(2);
    expect(allowedOf(await together(300, ask))).toBe(200);
    expect(statements()).toBeLessThanOrEqual(5);
  });

  test.each([1, 7, 49, 60, 99])('a limit of %i has batches of one: each request is a statement', async (perMinute) => {
    const { ask, statements } = useServers(1, { perMinute });
    for (let i = 0; i < perMinute; i++) expect(isAllowed(await ask())).toBe(true);
    expect(isAllowed(await ask())).toBe(false);
    expect(statements()).toBe(perMinute + 1);
  });

  test('near the limit a server takes one at a time, and a refusal gives the seconds to wait', async () => {
    const { ask, statements } = useServers(1, { perMinute: 600 });
    for (let i = 0; i < 480; i++) await ask();
    statements();
    for (let i = 0; i < 120; i++) await ask();
    expect(statements()).toBe(120);
    const { headers, refusal } = await ask();
    expect([headers.RateLimit, refusal?.headers]).toEqual(['"requests";r=0;t=1', { 'Retry-After': '1' }]);
  });

  test('when the database is away every request passes, and counting goes on afterwards', async () => {
    const { ask, away } = useServers(1, { perMinute: 60 });
    away(true);
    expect(await together(100, ask)).toEqual(Array.from({ length: 100 }, () => ({ headers: {}, refusal: null })));
    away(false);
    expect(allowedOf(await together(100, ask))).toBe(60);
  });
});

describe('several servers', () => {
  test('a burst over four of them passes exactly the limit', async () => {
    const { ask } = useServers(4, { perMinute: 600 });
    const answers: RateAnswer[] = [];
    for (let i = 0; i < 800; i++) answers.push(await ask(i % 4));
    expect(allowedOf(answers)).toBe(600);
  });

  test('what servers hold without using it is less than a batch each', async () => {
    const { ask } = useServers(4, { perMinute: 600 });
    for (const server of [1, 2, 3]) await ask(server);
    expect(allowedOf(await together(700, () => ask(0)))).toBe(600 - 3 * 12);
  });

  test('no pattern of requests over any number of servers passes more than one server would, or is refused while the table has requests left', async () => {
    const bursts = fc.array(
      fc.record({
        server: fc.nat({ max: 3 }),
        requests: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 400 })),
        afterMs: fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 5_000 }), fc.nat({ max: 90_000 })),
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(6, 60, 100, 600, 3_000), bursts, async (perMinute, all) => {
        const servers = useServers(4, { perMinute });
        const intervalMs = MINUTE_MS / perMinute;
        // The same algorithm over the requests that passed.
        let arrivalMs = 0;
        for (const { server, requests, afterMs } of all) {
          servers.pass(afterMs);
          const answers = await Promise.all(Array.from({ length: requests }, () => servers.ask(server)));
          const now = servers.now();
          const allowed = allowedOf(answers);
          arrivalMs = Math.max(arrivalMs, now) + allowed * intervalMs;
          expect((now + MINUTE_MS - arrivalMs) / intervalMs).toBeGreaterThan(-0.01);
          if (allowed < requests) expect(servers.left()).toBeLessThan(1.01);
        }
      }),
      { numRuns: 300 },
    );
  });
});
