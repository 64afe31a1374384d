import { describe } from 'vitest';
import { restoreByTools } from './restore-by-tools.ts';

describe('after a restore into the same database no server starts before it is recovered', () => {
  restoreByTools('pg_restore --clean --single-transaction', 'pg_restore --data-only');
});
