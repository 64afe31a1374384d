import { beforeEach, expect, test } from 'vitest';
import { renewLeases, type TargetRow } from '../../../src/publishing/targets.table.ts';
import { leaseWith, useTargets } from './use-targets.ts';

const targets = useTargets();

beforeEach(() => targets.clear());

/** A target in a run, with its lease nearly over. */
async function running(): Promise<TargetRow> {
  const target = await targets.record();
  await targets.set(target, "lease_expires_at = now() + interval '30 s'");
  return target;
}

/** Whether it lasts for its whole minute, for the rest of the half it had, or no longer. */
async function leaseOf(target: TargetRow): Promise<'whole' | 'rest' | 'over'> {
  const { left } = await targets.read<{ left: number }>(
    target,
    'extract(epoch from lease_expires_at - now())::float8 as left',
  );
  expect(left).toBeLessThanOrEqual(60);
  return left > 30 ? 'whole' : left > 0 ? 'rest' : 'over';
}

const renew = (...rows: readonly TargetRow[]): Promise<void> =>
  renewLeases(
    targets.db,
    rows.map((row) => leaseWith(row, 1)),
    60,
  );

test('every own lease is renewed for its whole length', async () => {
  const rows = [await running(), await running()];
  await renew(...rows);
  expect(await Promise.all(rows.map(leaseOf))).toEqual(['whole', 'whole']);
});

test('a locked target is skipped, not waited for, and renewed the next time', async () => {
  const [written, other] = [await running(), await running()];
  await targets.db.transaction(async (tx) => {
    await tx.query({ text: 'select from targets where id = $1 for update', values: [written.id] });
    await renew(written, other);
    expect(await leaseOf(other)).toBe('whole');
  });
  expect(await leaseOf(written)).toBe('rest');
  await renew(written, other);
  expect(await leaseOf(written)).toBe('whole');
});

test('a lease that expired, or that another run now holds, is not renewed', async () => {
  const [out, taken] = [await running(), await running()];
  await targets.set(out, "lease_expires_at = now() - interval '1 s'");
  await targets.set(taken, 'lease_token = 2');
  await renew(out, taken);
  expect(await Promise.all([out, taken].map(leaseOf))).toEqual(['over', 'rest']);
});
