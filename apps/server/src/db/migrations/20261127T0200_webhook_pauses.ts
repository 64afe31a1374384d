import type { Knex } from 'knex';
import { underShortLock } from '../without-stopping.ts';

export const config = { transaction: false };

/** A webhook that answered 429 or 503 with `Retry-After` gets nothing before. */
export const up = (knex: Knex): Promise<void> =>
  underShortLock(knex, 'alter table webhook_endpoints add column if not exists paused_until timestamptz');

export const down = (knex: Knex): Promise<void> =>
  underShortLock(knex, 'alter table webhook_endpoints drop column paused_until');
