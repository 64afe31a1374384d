import type { Knex } from 'knex';
import { buildIndex, underShortLock } from '../without-stopping.ts';

/** Indexes are built beside servers of the version before, so outside a transaction. */
export const config = { transaction: false };

/** A claim finds the oldest of the next project, however much is due of others, and suspects without reading all that is open (docs/adr/0040). */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'targets_free_of_project',
    'targets (project_id, platform, run_at) where not done and lease_owner is null',
  );
  await buildIndex(knex, 'targets_suspect', 'targets (claims, run_at) where not done and claims >= 3');
}

export const down = (knex: Knex): Promise<void> =>
  underShortLock(knex, 'drop index if exists targets_free_of_project, targets_suspect');
