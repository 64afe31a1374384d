import type { Knex } from 'knex';
import { buildIndex, underShortLock } from '../without-stopping.ts';

/** Indexes are built beside servers of the version before, so outside a transaction. */
export const config = { transaction: false };

/**
 * A claim finds the oldest of the next project by this index alone (docs/adr/0040). It begins with an expression, so that PostgreSQL cannot read the primary key instead:
 * that one begins with the project as well, looked cheaper, and read everything of the project at each turn.
 */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'targets_free_in_turn',
    'targets (greatest(project_id, project_id), platform, run_at) where not done and lease_owner is null',
  );
  // A server of the version before reads the primary key from here on, as it did before.
  await underShortLock(knex, 'drop index if exists targets_free_of_project');
}

export async function down(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'targets_free_of_project',
    'targets (project_id, platform, run_at) where not done and lease_owner is null',
  );
  await underShortLock(knex, 'drop index if exists targets_free_in_turn');
}
