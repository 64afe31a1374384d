import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { compareEngines } from './compare-engines.ts';
import { operations } from './engine-operation.ts';
import type { Guard } from './model-rows.ts';

let database: TestDatabase;
let db: DatabasePool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 6, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test.each<Guard>([
  'one_public_write',
  'journal',
  'intend_fence',
  'resolve_fence',
  'settle_fence',
  'final_status',
  'twins',
  'sweep_doubt',
])('a model without %s does not agree', async (guard) => {
  const details = await fc.check(
    fc.asyncProperty(operations, async (sequence) => {
      await compareEngines(db, sequence, new Set([guard]));
    }),
    { seed: 7, numRuns: 2_000, endOnFailure: true },
  );
  expect(details.failed).toBe(true);
});
