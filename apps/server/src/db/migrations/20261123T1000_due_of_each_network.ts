import type { Knex } from 'knex';
import { buildIndex, underShortLock } from '../without-stopping.ts';

/** An index is built beside servers of the version before, so outside a transaction. */
export const config = { transaction: false };

/** A claim reads what is due of each network, however much is due of another (docs/adr/0040). */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'targets_due_of_network', 'targets (platform, run_at) where not done');

export const down = (knex: Knex): Promise<void> => underShortLock(knex, 'drop index if exists targets_due_of_network');
