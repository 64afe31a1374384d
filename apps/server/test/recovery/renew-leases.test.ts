import { beforeEach, expect, test } from 'vitest';
import { renewLeases, type TargetRow } from '../../src/posts/targets.table.ts';
import { leaseWith, useTargets } from './use-targets.ts';

const targets = useTargets();

beforeEach(() => targets.clear());

/** A target that is being run, its lease nearly over. */
async function running(): Promise<TargetRow> {
  const target = await targets.record();
  await targets.set(target, "lease_expires_at = now() + interval '5 s'");
  return target;
}

async function secondsLeft(target: TargetRow): Promise<number> {
  const { left } = await targets.read<{ left: number }>(
    target,
    'round(extract(epoch from lease_expires_at - now()))::int as left',
  );
  return left;
}

const renew = (...rows: readonly TargetRow[]): Promise<void> =>
  renewLeases(
    targets.db,
    rows.map((row) => leaseWith(row, 1)),
    60,
  );

test('every lease that is ours goes on for its whole length', async () => {
  const rows = [await running(), await running()];
  await renew(...rows);
  expect(await Promise.all(rows.map(secondsLeft))).toEqual([60, 60]);
});

test('a target that is being written to is passed over, not waited for, and kept the next time', async () => {
  const [written, other] = [await running(), await running()];
  await targets.db.transaction(async (tx) => {
    await tx.query({ text: 'select from targets where id = $1 for update', values: [written.id] });
    await renew(written, other);
    expect(await secondsLeft(other)).toBe(60);
  });
  expect(await secondsLeft(written)).toBe(5);
  await renew(written, other);
  expect(await secondsLeft(written)).toBe(60);
});

test('a lease that ran out, or that another run holds by now, is not brought back', async () => {
  const [out, taken] = [await running(), await running()];
  await targets.set(out, "lease_expires_at = now() - interval '1 s'");
  await targets.set(taken, 'lease_token = 2');
  await renew(out, taken);
  expect(await Promise.all([out, taken].map(secondsLeft))).toEqual([-1, 5]);
});
