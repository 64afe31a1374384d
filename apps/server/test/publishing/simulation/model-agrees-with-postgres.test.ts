import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { compareEngines } from './compare-engines.ts';
import { operations } from './engine-operation.ts';

const seed = Number(process.env.FC_SEED ?? 20_261_120);
const runs = Math.ceil(Number(process.env.SIM_RUNS ?? process.env.FC_RUNS ?? 6_000) / 60);

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

/** Results that must occur; otherwise the test covers too little. */
const EXPECTED_RESULTS = [
  'cancel: cancelled',
  'commentFailed: something',
  'commented: null',
  'commented: something',
  'cancel: not_cancellable',
  'defer: null',
  'defer: something',
  'inFlight: true',
  'intend: 0',
  'intend: account_not_active',
  'intend: lease_lost',
  'isAnothers: true',
  'journal: accepted_late',
  'published: something',
  'resend: account_not_active',
  'resend: opened',
];

test(
  'the model answers every statement as PostgreSQL does, and ends with the same rows',
  async () => {
    const answered = new Set<string>();
    await fc.assert(
      fc.asyncProperty(operations, async (sequence) => {
        for (const answer of await compareEngines(db, sequence, new Set())) answered.add(answer);
      }),
      { seed, numRuns: runs },
    );
    expect(runs < 100 ? [] : EXPECTED_RESULTS.filter((answer) => !answered.has(answer))).toEqual([]);
  },
  60_000 + runs * 2_000,
);
