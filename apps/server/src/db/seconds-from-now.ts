import type { Knex } from 'knex';
import { knex } from './knex.ts';

/** SQL: a time by the database's clock. */
export const secondsFromNow = (seconds: number): Knex.Raw => knex.raw('now() + make_interval(secs => ?)', [seconds]);
