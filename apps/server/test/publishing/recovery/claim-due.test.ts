import { beforeEach, describe, expect, test } from 'vitest';
import { claimDue, deferTarget, handOver, lookAhead } from '../../../src/publishing/due-targets.table.ts';
import type { TargetRow } from '../../../src/publishing/targets.table.ts';
import { inSeconds, leaseWith, useTargets } from './use-targets.ts';

const targets = useTargets();
beforeEach(() => targets.clear());

const claim = (of: 'others' | 'suspects' = 'others', limit = 10, owner = 'me') =>
  claimDue(targets.db, { owner, leaseSeconds: 60, limit, of, lateLimitSeconds: 86_400 });

const idsOf = (claimed: Awaited<ReturnType<typeof claim>>) => claimed.map(({ target }) => target.id);

/** A scheduled target with these columns. */
async function waiting(columns: string): Promise<TargetRow> {
  const target = await targets.record({ publishAt: inSeconds(3_600) });
  await targets.set(target, columns);
  return target;
}

describe('what may be claimed', () => {
  test.each<[string, string, 'others' | 'suspects' | null]>([
    ['it is due', 'run_at = now()', 'others'],
    ['it is due in a minute', "run_at = now() + interval '1 min'", null],
    ['almost a day late', "run_at = now() - interval '23 h 59 min'", 'others'],
    ['a day late and never started', "run_at = now() - interval '24 h 1 s'", null],
    [
      'put off, and therefore almost a day late',
      "run_at = now() - interval '23 h 59 min', lease_token = 1, deadline_at = null, claims = 0",
      'others',
    ],
    [
      'put off, and therefore a day late',
      "run_at = now() - interval '24 h 1 s', lease_token = 1, deadline_at = null, claims = 0",
      null,
    ],
    ['another run holds it', "run_at = now(), lease_token = 1, lease_expires_at = now() + interval '1 min'", null],
    ['its run died', 'run_at = now(), lease_token = 1, lease_expires_at = now()', 'others'],
    [
      'its run exceeded its deadline',
      "run_at = now(), lease_token = 1, lease_owner = 'dead', lease_expires_at = now(), deadline_at = now() - interval '60 s'",
      null,
    ],
    [
      'its deadline passed while no server ran',
      "run_at = now() - interval '11 min', lease_token = 1, lease_owner = 'dead', lease_expires_at = now() - interval '10 min', deadline_at = now() - interval '9 min'",
      'others',
    ],
    [
      'started, and no server ran for a day',
      "run_at = now() - interval '24 h 1 s', lease_token = 1, lease_owner = 'dead', lease_expires_at = now() - interval '24 h', deadline_at = now() - interval '23 h'",
      null,
    ],
    ['run twice without a result', 'run_at = now(), lease_token = 2, claims = 2', 'others'],
    ['run three times without a result', 'run_at = now(), lease_token = 3, claims = 3', 'suspects'],
    ['run eleven times without a result', 'run_at = now(), lease_token = 11, claims = 11', 'suspects'],
    ['run twelve times without a result', 'run_at = now(), lease_token = 12, claims = 12', null],
    ['settled', "run_at = now(), status = 'failed', error_detail = '{}', settled_at = now(), done = true", null],
  ])('%s', async (_name, columns, by) => {
    const target = await waiting(columns);
    const claimed = { others: idsOf(await claim('others')), suspects: idsOf(await claim('suspects')) };
    const nobody = { others: [] as string[], suspects: [] as string[] };
    expect(claimed).toEqual(by === null ? nobody : { ...nobody, [by]: [target.id] });
  });
});

test('a claim gives a new token, a lease, one more claim and a deadline, and returns how late it is', async () => {
  const startedAt = performance.now();
  const target = await waiting("run_at = now() - interval '3 s'");
  const [row] = await claim();
  expect(row).toMatchObject({
    target: { id: target.id, leaseToken: 1, status: 'pending' },
    post: { content: 'Hello', media: [], publishAt: expect.any(Date) },
  });
  expect(row!.lateMs).toBeGreaterThanOrEqual(3_000);
  expect(row!.lateMs).toBeLessThan(3_001 + performance.now() - startedAt);
  expect(row!.remainingMs).toBe(120_000);
  const stored = await targets.read<{ lease_expires_at: Date; deadline_at: Date; read_at: Date }>(
    target,
    `lease_owner, lease_token, claims, phase, lease_expires_at, deadline_at, now() as read_at`,
  );
  expect(stored).toMatchObject({ lease_owner: 'me', lease_token: 1, claims: 1, phase: 'claimed' });
  const { lease_expires_at, deadline_at, read_at } = stored;
  expect(deadline_at.getTime() - lease_expires_at.getTime()).toBe(60_000);
  // The time between the claim and the query is missing from the minute.
  const leaseMs = lease_expires_at.getTime() - read_at.getTime();
  expect([leaseMs <= 60_000, leaseMs > 59_990 - (performance.now() - startedAt)]).toEqual([true, true]);
});

describe('a deadline counts the time a server works', () => {
  /** Whether it is so many seconds away, less the time since the claim. */
  const deadlineIn = (seconds: number) =>
    `extract(epoch from deadline_at - now()) between ${seconds - 20} and ${seconds} as deadline, claims`;
  /** The last run of a target had half a minute left at its last heartbeat. */
  const HALF_A_MINUTE_LEFT = "lease_owner = 'dead', lease_token = 1, claims = 1, run_at = now() - interval '11 min'";

  test.each([
    [
      'a run that died keeps the time left at its last heartbeat',
      "lease_expires_at = now() - interval '10 min', deadline_at = now() - interval '11 min' + interval '30 s'",
      30_000,
    ],
    [
      'a run that handed its target over keeps the time left then',
      "lease_owner = null, lease_expires_at = now() - interval '10 min', deadline_at = now() - interval '10 min' + interval '30 s'",
      30_000,
    ],
    [
      'no run gets more than the whole time',
      "lease_expires_at = now() - interval '10 min', deadline_at = now()",
      120_000,
    ],
  ])('%s', async (_, columns, remainingMs) => {
    const target = await waiting(HALF_A_MINUTE_LEFT);
    await targets.set(target, columns);
    const [row] = await claim();
    expect([row!.target.leaseToken, row!.remainingMs]).toEqual([2, remainingMs]);
    expect(await targets.read(target, deadlineIn(remainingMs / 1_000))).toEqual({ deadline: true, claims: 2 });
  });

  test.each([
    ['is overrun', "run_at = now(), lease_expires_at = now(), deadline_at = now() - interval '1 h'", 12],
    ['is a moment away', "run_at = now(), lease_expires_at = now(), deadline_at = now() - interval '59 s 999 ms'", 2],
    [
      'passed during a day without a server',
      "run_at = now() - interval '25 h', lease_expires_at = now() - interval '24 h', deadline_at = now() - interval '23 h 59 min'",
      2,
    ],
  ])('a write in doubt is read back by a run of two minutes when its deadline %s', async (_, columns, claims) => {
    const target = await targets.record();
    await targets.intend(target, 'publish');
    await targets.set(target, columns);
    const [row] = await claim();
    expect([row!.target.leaseToken, row!.remainingMs]).toEqual([2, 120_000]);
    expect(await targets.read(target, deadlineIn(120))).toEqual({ deadline: true, claims });
  });
});

test('the oldest are claimed first, and no more than there is capacity for', async () => {
  const due = [];
  for (const seconds of [20, 40, 10, 30]) due.push(await waiting(`run_at = now() - interval '${seconds} s'`));
  expect(idsOf(await claim('others', 3))).toEqual([due[1]!.id, due[3]!.id, due[0]!.id]);
  expect(idsOf(await claim('others', 3))).toEqual([due[2]!.id]);
});

test('twenty concurrent claimants share a hundred targets without taking one twice or waiting for each other', async () => {
  const due = await Promise.all(Array.from({ length: 100 }, () => waiting('run_at = now()')));
  const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => claim('others', 10, `server ${n}`)));
  const taken = claims.flatMap(idsOf);
  for (let more = await claim('others', 10); more.length > 0; more = await claim('others', 10))
    taken.push(...idsOf(more));
  expect(taken.sort()).toEqual(due.map(({ id }) => id).sort());
});

test('a locked row is skipped, not waited for', async () => {
  const [held, free] = [await waiting('run_at = now()'), await waiting('run_at = now()')];
  await targets.db.transaction(async (tx) => {
    await tx.query({ text: 'select from targets where id = $1 for update', values: [held.id] });
    expect(idsOf(await claim())).toEqual([free.id]);
  });
  expect(idsOf(await claim())).toEqual([held.id]);
});

test('the preview returns each time once, soonest first, and only those that are neither due nor done', async () => {
  for (const columns of [
    "run_at = date_trunc('second', now()) + interval '55 s'",
    "run_at = date_trunc('second', now()) + interval '55 s'",
    "run_at = date_trunc('second', now()) + interval '53 s'",
    "run_at = now() - interval '1 s'",
    "run_at = now() + interval '10 min'",
    "run_at = now() + interval '54 s', status = 'failed', error_detail = '{}', settled_at = now(), done = true",
  ]) {
    await waiting(columns);
  }
  const ahead = await lookAhead(targets.db, 60);
  expect(ahead).toHaveLength(2);
  expect(ahead[1]! - ahead[0]!).toBe(2_000);
  expect(ahead[0]).toBeGreaterThan(0);
  expect(ahead[0]).toBeLessThanOrEqual(53_000);
});

describe('handing over', () => {
  test('frees a target for the next run, unchanged, and returns when', async () => {
    const target = await targets.record();
    const before = await targets.read(target, 'deadline_at');
    await handOver(targets.db, leaseWith(target, 1));
    const columns = `lease_owner, claims, phase, deadline_at, lease_expires_at between now() - interval '5 s' and now() as is_free`;
    expect(await targets.read(target, columns)).toEqual({
      lease_owner: null,
      is_free: true,
      claims: 0,
      phase: 'waiting',
      ...before,
    });
    expect((await claim()).map(({ target: { id, leaseToken } }) => [id, leaseToken])).toEqual([[target.id, 2]]);
  });

  test('does nothing for a run that was overtaken', async () => {
    const target = await targets.record();
    await targets.set(target, 'lease_token = 2');
    const before = await targets.whole(target);
    await handOver(targets.db, leaseWith(target, 1));
    expect(await targets.whole(target)).toEqual(before);
  });
});

describe('putting off', () => {
  const HOUR = { limitSeconds: 3_600 };
  /** A claimed target of a post that was due so long ago. */
  async function running(lateSeconds: number): Promise<TargetRow> {
    const target = await waiting('run_at = now()');
    await targets.db.query({
      text: 'update posts set publish_at = now() - make_interval(secs => $2) where id = $1',
      values: [target.postId, lateSeconds],
    });
    await claim();
    return target;
  }
  const pause = (target: TargetRow) =>
    targets.read<{ seconds: number }>(target, 'round(extract(epoch from run_at - now()))::int as seconds');

  test.each([
    ['as long as the network asks', 0, 90, 90],
    ['at least half a minute', 0, 1, 30],
    ['at least half of how late it is', 600, 60, 300],
    ['not beyond the hour', 3_000, 60, 600],
    ['the last second of the hour counts', 0, 3_599, 3_599],
  ])('%s', async (_name, lateSeconds, askedSeconds, seconds) => {
    const startedAt = performance.now();
    const target = await running(lateSeconds);
    const row = await deferTarget(targets.db, leaseWith(target, 1), { ms: askedSeconds * 1_000, ...HOUR });
    expect(row).toMatchObject({ id: target.id, status: 'pending' });
    const left = (await pause(target)).seconds;
    expect(left).toBeLessThanOrEqual(seconds);
    expect(left).toBeGreaterThanOrEqual(seconds - 1 - (performance.now() - startedAt) / 1_000);
    expect(
      await targets.read(target, 'phase, claims, deadline_at, lease_owner, lease_expires_at, lease_token'),
    ).toEqual({
      phase: 'deferred',
      claims: 0,
      deadline_at: null,
      lease_owner: null,
      lease_expires_at: null,
      lease_token: 1,
    });
    expect(await claim()).toEqual([]);
    await targets.set(target, 'run_at = now()');
    const [next] = await claim();
    expect([next?.target.leaseToken, next?.remainingMs]).toEqual([2, 120_000]);
  });

  test.each([
    ['the network asks for more than the rest of the hour', 3_000, 601, 1],
    ['the hour is over', 3_601, 1, 1],
    ['another run holds it', 0, 60, 0],
  ])('not when %s', async (_name, lateSeconds, askedSeconds, token) => {
    const target = await running(lateSeconds);
    const before = await targets.whole(target);
    expect(await deferTarget(targets.db, leaseWith(target, token), { ms: askedSeconds * 1_000, ...HOUR })).toBeNull();
    expect(await targets.whole(target)).toEqual(before);
  });

  test('not a post that was published at once', async () => {
    const target = await targets.record();
    expect(await deferTarget(targets.db, leaseWith(target, 1), { ms: 1_000, ...HOUR })).toBeNull();
  });
});
