import type { Knex } from 'knex';
import { underShortLock } from '../without-stopping.ts';

export const config = { transaction: false };

/**
 * Pages of targets keep a third of their space for new versions of their rows: an intent and a prolonged lease change no indexed column, so PostgreSQL writes
 * no index where the new version fits beside the old one. Pages that exist fill up as before.
 */
export const up = (knex: Knex): Promise<void> => underShortLock(knex, 'alter table targets set (fillfactor = 70)');

export const down = (knex: Knex): Promise<void> => underShortLock(knex, 'alter table targets reset (fillfactor)');
