import type { Knex } from 'knex';
import { buildIndex, underShortLock } from '../without-stopping.ts';

/** Indexes are built beside servers of the version before, so outside a transaction. */
export const config = { transaction: false };

/**
 * A claim reads what no run holds, so it does not pass what is under way (docs/adr/0040). An owner changes with a claim and at the end of a run only: the lease is
 * prolonged without a change to these indexes.
 */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'targets_free', 'targets (platform, run_at) where not done and lease_owner is null');
  await buildIndex(knex, 'targets_held', 'targets (platform, run_at) where not done and lease_owner is not null');
  // A server of the version before reads `targets_due` from here on.
  await underShortLock(knex, 'drop index if exists targets_due_of_network');
}

export async function down(knex: Knex): Promise<void> {
  await buildIndex(knex, 'targets_due_of_network', 'targets (platform, run_at) where not done');
  await underShortLock(knex, 'drop index if exists targets_free, targets_held');
}
