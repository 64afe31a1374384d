import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { networkError, opened, useExecutor } from './use-executor.ts';

const executor = useExecutor();
const fails = (error: unknown) => () => Promise.reject(error);
const lost = networkError({ outcome: 'unknown' });
const undecided = async () => ({ state: 'undecided' }) as const;
const resend = async () => ({ state: 'resend', afterMs: 1 }) as const;
const TEN_MINUTES_MS = 600_000;

/** The process ends while its call is in flight, this long ago by the database's clock. */
async function lostSince(seconds: number) {
  const target = await executor.claim();
  void executor.run(target, { send: [() => new Promise(() => undefined)] });
  const intended = () => executor.db.query({ text: 'select from write_intents where target_id = $1', values });
  const values = [target.id];
  await expect.poll(async () => (await intended()).rowCount, { interval: 5 }).toBe(1);
  await executor.db.query({
    text: `update write_intents set intended_at = intended_at - make_interval(secs => $2) where target_id = $1`,
    values: [...values, seconds],
  });
  return { target, token: await executor.overtake(target) };
}

test.each([
  ['right', 0],
  ['ten minutes ahead', TEN_MINUTES_MS],
  ['ten minutes behind', -TEN_MINUTES_MS],
])('the age of the attempt, for a process whose clock is %s', async (_, skewMs) => {
  const startedAt = Date.now();
  executor.clock.advance(skewMs);
  const fresh = await executor.run(await executor.claim(), { send: [fails(lost)], reconcile: [undecided] });
  const { target, token } = await lostSince(40);
  const late = await executor.run(target, { reconcile: [undecided] }, { token });
  executor.clock.advance(-skewMs);
  for (const [{ seen }, agoMs] of [[fresh, 0] as const, [late, 40_000] as const]) {
    expect(seen.attempts).toHaveLength(1);
    expect(Number.isInteger(seen.attempts[0]!.agoMs)).toBe(true);
    expect(seen.attempts[0]!.agoMs).toBeGreaterThanOrEqual(agoMs);
    expect(seen.attempts[0]!.agoMs).toBeLessThanOrEqual(agoMs + Date.now() - startedAt);
    expect(seen.attempts[0]!.intendedAt).toBeGreaterThanOrEqual(startedAt - agoMs - 1);
    expect(seen.attempts[0]!.intendedAt).toBeLessThanOrEqual(Date.now() - agoMs);
  }
});

test('the time since the journal was read is included', async () => {
  const { target, token } = await lostSince(40);
  const openCredential = async () => {
    await sleep(300);
    return opened('token');
  };
  const { seen } = await executor.run(target, { reconcile: [undecided] }, { token, openCredential });
  expect(seen.attempts[0]!.agoMs).toBeGreaterThanOrEqual(40_290);
});

test('the results of all earlier sends', async () => {
  const refused = networkError({ code: 'rate_limited' });
  const { seen } = await executor.run(await executor.claim(), {
    prepare: async () => ({ handle: 'container' }),
    send: [fails(lost), fails(refused), fails(lost)],
    reconcile: [resend, resend, undecided],
  });
  expect(seen.attempts.map(({ sends, error, earlierErrors }) => ({ sends, error, earlierErrors }))).toEqual([
    { sends: 1, error: lost, earlierErrors: [] },
    { sends: 2, error: refused, earlierErrors: [lost] },
    { sends: 3, error: lost, earlierErrors: [lost, refused] },
  ]);
});

test('nothing of an earlier process’s sends', async () => {
  const { target, token } = await lostSince(40);
  const refused = networkError({ code: 'rate_limited' });
  const script = { send: [fails(refused)], reconcile: [resend, undecided] };
  const { seen } = await executor.run(target, script, { token });
  expect(seen.attempts.map(({ sends, error, earlierErrors }) => ({ sends, error, earlierErrors }))).toEqual([
    { sends: 1, error: null, earlierErrors: [] },
    { sends: 2, error: refused, earlierErrors: [] },
  ]);
});
