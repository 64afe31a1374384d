import { randomUUID } from 'node:crypto';
import type { RateLimit } from '@fanfare/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../src/callers/rate-limiter.ts';
import { takeRateLimit, takeRateLimits } from '../../src/callers/rate-limits.table.ts';
import { createTakeRateLimit } from '../../src/callers/take-together.ts';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { createLogger } from '../../src/process/log/log.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let database: TestDatabase;
let db: DatabasePool;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 8, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/**
 * The limiter uses the database's clock; moving its stored times back has the effect of waiting.
 */
const pass = (keyId: string, seconds: number) =>
  db.query({
    text: 'update rate_limits set tat = tat - make_interval(secs => $2) where key_id = $1',
    values: [keyId, seconds],
  });

const take = (keyId: string, perMinute: number, name: RateLimit['name'] = 'requests') =>
  takeRateLimit(db, keyId, { name, perMinute });

/** Counts those of so many consecutive requests that pass. */
async function passing(keyId: string, perMinute: number, asked: number): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < asked; i++) if ((await take(keyId, perMinute)).isAllowed) allowed++;
  return allowed;
}

/** So many seconds, or a few less: real time passes during a test. */
const soon = (seconds: number) =>
  expect.toSatisfy((ms: number) => ms <= seconds * 1_000 && ms > Math.max(0, seconds - 5) * 1_000);

describe('a limit per minute', () => {
  test.each([1, 2, 3, 7, 60, 70])('%i pass at one instant, and then none', async (perMinute) => {
    const keyId = randomUUID();
    // The limiter goes by `now()`, which stands still in a transaction.
    const allowed = await db.transaction(async (tx) => {
      const counts: boolean[] = [];
      for (let i = 0; i < perMinute + 3; i++)
        counts.push((await takeRateLimit(tx, keyId, { name: 'requests', perMinute })).isAllowed);
      return counts;
    });
    expect(allowed).toEqual(allowed.map((_, i) => i < perMinute));
  });

  test.each([
    [1, 60],
    [2, 30],
    [3, 20],
    [6, 10],
  ])('of %i the next passes after %i s and not before', async (perMinute, seconds) => {
    const keyId = randomUUID();
    await passing(keyId, perMinute, perMinute);
    expect(await take(keyId, perMinute)).toEqual({ isAllowed: false, aheadMs: soon(60) });
    await pass(keyId, seconds / 2);
    expect((await take(keyId, perMinute)).isAllowed).toBe(false);
    await pass(keyId, seconds / 2);
    expect((await take(keyId, perMinute)).isAllowed).toBe(true);
    expect((await take(keyId, perMinute)).isAllowed).toBe(false);
  });

  test('every passed request moves the next one back, and elapsed time moves it forward', async () => {
    const keyId = randomUUID();
    expect(await take(keyId, 4)).toEqual({ isAllowed: true, aheadMs: soon(15) });
    expect(await take(keyId, 4)).toEqual({ isAllowed: true, aheadMs: soon(30) });
    await pass(keyId, 15);
    expect(await take(keyId, 4)).toEqual({ isAllowed: true, aheadMs: soon(30) });
    await pass(keyId, 3_600);
    expect(await take(keyId, 4)).toEqual({ isAllowed: true, aheadMs: soon(15) });
  });

  test('no count waits for the disk, since PostgreSQL writes no log of their table', async () => {
    const { rows } = await db.query({
      text: `select relpersistence from pg_class where oid = 'rate_limits'::regclass`,
    });
    expect(rows).toEqual([{ relpersistence: 'u' }]);
  });

  test('a refusal costs nothing', async () => {
    const keyId = randomUUID();
    await passing(keyId, 2, 50);
    await pass(keyId, 30);
    expect((await take(keyId, 2)).isAllowed).toBe(true);
  });

  test('no pattern of requests passes more than the limit in a minute after its burst', async () => {
    const keyId = randomUUID();
    const startedAt = performance.now();
    let allowed = 0;
    for (let second = 0; second < 180; second++) {
      allowed += await passing(keyId, 6, 2);
      await pass(keyId, 1);
    }
    const passedSeconds = 180 + (performance.now() - startedAt) / 1_000;
    // The burst of a quiet minute, and one more every ten seconds.
    expect(allowed).toBeGreaterThanOrEqual(23);
    expect(allowed).toBeLessThanOrEqual(6 + passedSeconds / 10);
  });

  test('of many concurrent requests exactly the limit passes', async () => {
    const keyId = randomUUID();
    const decisions = await Promise.all(Array.from({ length: 60 }, () => take(keyId, 20)));
    expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(20);
  });

  test('keys and limits of other names are counted separately', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    expect(await passing(one, 3, 3)).toBe(3);
    expect((await take(one, 3, 'publishes')).isAllowed).toBe(true);
    expect((await take(other, 3)).isAllowed).toBe(true);
    expect((await take(one, 3)).isAllowed).toBe(false);
  });

  test('a raised or lowered limit applies at once', async () => {
    const keyId = randomUUID();
    await passing(keyId, 2, 2);
    expect((await take(keyId, 2)).isAllowed).toBe(false);
    await pass(keyId, 1);
    expect((await take(keyId, 600)).isAllowed).toBe(true);
    expect((await take(keyId, 1)).isAllowed).toBe(false);
  });

  test('several are taken at once, all or none', async () => {
    const keyId = randomUUID();
    const takeLot = async (requests: number) =>
      (await takeRateLimit(db, keyId, { name: 'requests', perMinute: 3 }, requests)).isAllowed;
    expect([await takeLot(2), await takeLot(2), await takeLot(1), await takeLot(1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await pass(keyId, 40);
    expect([await takeLot(3), await takeLot(2), await takeLot(1)]).toEqual([false, true, false]);
  });

  test('of several limits in one statement each has its own answer, in their order', async () => {
    const [full, one, other] = [randomUUID(), randomUUID(), randomUUID()];
    await passing(full, 3, 3);
    const limit = { name: 'requests', perMinute: 3 };
    const takings = [other, full, one].map((keyId, at) => ({ keyId, limit, requests: at + 1 }));
    expect(await takeRateLimits(db, takings)).toEqual([
      { isAllowed: true, aheadMs: soon(20) },
      { isAllowed: false, aheadMs: soon(60) },
      { isAllowed: true, aheadMs: soon(60) },
    ]);
  });

  test('of concurrent requests of several keys each is counted once, also where two are of one key', async () => {
    const takeTogether = createTakeRateLimit({
      ...{ log: createLogger('silent', () => undefined), db, publishing: db },
      waitingPerProject: 100,
    });
    const [one, other] = [randomUUID(), randomUUID()];
    const limit: RateLimit = { name: 'requests', perMinute: 5 };
    const keyIds = Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other));
    const counts = await Promise.all(keyIds.map((keyId) => takeTogether(keyId, limit, 1)));
    const passed = (keyId: string) => counts.filter(({ isAllowed }, at) => isAllowed && keyIds[at] === keyId).length;
    expect([passed(one), passed(other)]).toEqual([5, 5]);
  });

  test('four servers with their batches pass exactly the limit, apart from what time gives back', async () => {
    const keyId = randomUUID();
    const limit: RateLimit = { name: 'requests', perMinute: 600 };
    const pools = Array.from({ length: 4 }, () =>
      openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined }),
    );
    const servers = pools.map((pool) =>
      createRateLimiter({
        log: createLogger('silent', () => undefined),
        monotonicMs: () => performance.now(),
        take: (callerId, of, requests) => takeRateLimit(pool, callerId, of, requests),
      }),
    );
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 2_000 }, (_, i) => servers[i % 4]!.check(limit, keyId).then(({ refusal }) => !refusal)),
    );
    const givenBack = (performance.now() - startedAt) / 100;
    const passed = answers.filter(Boolean).length;
    expect(passed).toBeGreaterThanOrEqual(600);
    expect(passed).toBeLessThanOrEqual(600 + givenBack);
    await Promise.all(pools.map((pool) => pool.close()));
  });
});
