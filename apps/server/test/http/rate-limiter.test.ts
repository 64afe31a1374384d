import type { RateLimit } from '@fanfare/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRateLimiter, type RateAnswer, type RevocableAnswer } from '../../src/http/rate-limiter.ts';
import { createLogger } from '../../src/log.ts';

const MINUTE_MS = 60_000;

/** Servers with their own lots over one table that counts as `takeRateLimit` does, on a clock that stands still until the test moves it. */
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
      async giveBack() {
        statements++;
        if (isAway) throw new Error('The database is away.');
        arrivalMs -= intervalMs;
      },
    }),
  );
  return {
    ask: (server = 0): Promise<RateAnswer> => limiters[server]!.check(limit, 'key'),
    askForNow: (server = 0): Promise<RevocableAnswer> => limiters[server]!.checkForNow(limit, 'key'),
    askSeveral: (requests: number, server = 0): Promise<RateAnswer> =>
      limiters[server]!.checkSeveral(limit, 'key', requests),
    spend: (server = 0): RateAnswer | null => limiters[server]!.spend(limit, 'key'),
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
  test('takes them past the lot in one statement, and the headers go on counting', async () => {
    const { ask, askSeveral, spend, statements } = useServers(1, { perMinute: 600 });
    expect((await ask()).headers.RateLimit).toBe('"requests";r=599;t=1');
    expect((await askSeveral(32)).headers.RateLimit).toBe('"requests";r=567;t=4');
    expect(statements()).toBe(2);
    const spent = Array.from({ length: 12 }, () => spend()?.headers.RateLimit);
    expect(spent).toEqual([
      ...Array.from({ length: 11 }, (_, at) => expect.stringContaining(`r=${566 - at};`)),
      undefined,
    ]);
  });

  test('keeps no more of a lot than it took: other servers may have later intervals', async () => {
    const { ask, askSeveral, spend } = useServers(2, { perMinute: 600 });
    await ask();
    await ask(1);
    await askSeveral(2);
    const spent = Array.from({ length: 3 }, () => spend()?.headers.RateLimit);
    expect(spent).toEqual([
      expect.stringContaining('"requests";r=57'),
      expect.stringContaining('"requests";r=57'),
      undefined,
    ]);
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

  test('what is left of a lot is spent without a wait, and counts the same', async () => {
    const { ask, spend, pass, statements } = useServers(1, { perMinute: 600 });
    expect(spend()).toBe(null);
    await ask();
    const spent = Array.from({ length: 12 }, () => spend()?.headers.RateLimit);
    const counted = Array.from({ length: 11 }, (_, at) => `"requests";r=${598 - at};t=${at < 9 ? 1 : 2}`);
    expect(spent).toEqual([...counted, undefined]);
    await ask();
    // Its intervals have passed: the database gives them out again.
    pass(MINUTE_MS);
    expect([spend(), statements()]).toEqual([null, 2]);
  });

  test('elapsed time gives requests back within a lot too', async () => {
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

  test.each([1, 7, 49, 60, 99])('a limit of %i has lots of one: each request is a statement', async (perMinute) => {
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

  test.each([7, 60, 99])('of %i a minute, one that is taken back is free in the table', async (perMinute) => {
    const { ask, askForNow, left } = useServers(1, { perMinute });
    const last = await together(perMinute, askForNow);
    expect(left()).toBeCloseTo(0);
    last.at(-1)!.takeBack();
    expect(left()).toBeCloseTo(1);
    expect([isAllowed(await ask()), isAllowed(await ask())]).toEqual([true, false]);
  });

  test('of 600 a minute, one that is taken back stays with its server, which spends it next', async () => {
    const { askForNow, spend, statements } = useServers(1, { perMinute: 600 });
    const first = await askForNow();
    first.takeBack();
    const spent = Array.from({ length: 13 }, () => spend()?.headers.RateLimit ?? null);
    const counted = Array.from({ length: 12 }, (_, at) => `"requests";r=${599 - at};t=${at < 10 ? 1 : 2}`);
    expect([spent, statements()]).toEqual([[...counted, null], 1]);
  });

  test('of 600 a minute, one that is taken back is kept when its server has taken another lot, until its interval begins', async () => {
    const { ask, askForNow, pass, spend, statements } = useServers(1, { perMinute: 600 });
    const revoked = await together(12, askForNow);
    pass(150);
    for (let i = 0; i < 12; i++) await ask();
    expect(statements()).toBe(2);
    // The intervals of the first two have begun.
    for (const one of revoked) one.takeBack();
    expect(Array.from({ length: 11 }, () => spend()?.headers.RateLimit ?? null)).toEqual([
      ...Array(10).fill('"requests";r=577;t=3'),
      null,
    ]);
  });

  test('one that is taken back while its server takes a lot is kept', async () => {
    const { ask, askForNow, spend } = useServers(1, { perMinute: 600 });
    const [first] = await together(12, askForNow);
    const next = ask();
    first!.takeBack();
    await next;
    expect(Array.from({ length: 13 }, () => spend()).filter((answer) => answer !== null)).toHaveLength(12);
  });

  test('taking back a refused one, or one that passed while the database was away, changes nothing', async () => {
    const { askForNow, away, left, statements } = useServers(1, { perMinute: 1 });
    away(true);
    (await askForNow()).takeBack();
    away(false);
    await askForNow();
    const refused = await askForNow();
    statements();
    refused.takeBack();
    expect([isAllowed(refused), left(), statements()]).toEqual([false, 0, 0]);
  });

  test('one that cannot be given back stays counted', async () => {
    const { ask, askForNow, away } = useServers(1, { perMinute: 1 });
    const only = await askForNow();
    away(true);
    only.takeBack();
    away(false);
    expect(isAllowed(await ask())).toBe(false);
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

  test('what servers hold without using it is less than a lot each', async () => {
    const { ask } = useServers(4, { perMinute: 600 });
    for (const server of [1, 2, 3]) await ask(server);
    expect(allowedOf(await together(700, () => ask(0)))).toBe(600 - 3 * 12);
  });

  test('no pattern of requests over any number of servers passes more than one server would, or is refused while the table has requests left', async () => {
    const bursts = fc.array(
      fc.record({
        server: fc.nat({ max: 3 }),
        requests: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 400 })),
        /** How many of those that pass are taken back, and how much later. */
        takenBack: fc.oneof(fc.constant(0), fc.nat({ max: 20 })),
        heldMs: fc.oneof(fc.constant(0), fc.nat({ max: 200 })),
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
        for (const { server, requests, afterMs, takenBack, heldMs } of all) {
          servers.pass(afterMs);
          const answers = await Promise.all(Array.from({ length: requests }, () => servers.askForNow(server)));
          const now = servers.now();
          const passed = answers.filter(isAllowed);
          const revoked = passed.slice(0, takenBack);
          const allowed = passed.length - revoked.length;
          arrivalMs = Math.max(arrivalMs, now) + allowed * intervalMs;
          expect((now + MINUTE_MS - arrivalMs) / intervalMs).toBeGreaterThan(-0.01);
          if (passed.length < requests) expect(servers.left()).toBeLessThan(1.01);
          servers.pass(heldMs);
          for (const one of revoked) one.takeBack();
        }
      }),
      { numRuns: 300 },
    );
  });
});
