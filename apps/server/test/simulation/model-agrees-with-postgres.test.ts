import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { accountId, type Operation, operations, perform } from './engine-operation.ts';
import { createModelEngine } from './model-engine.ts';
import type { Guard } from './model-rows.ts';
import { createPostgresEngine } from './postgres-engine.ts';

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

/** Nothing of one sequence is left for the next. */
const forgetAll = () =>
  db.query({
    text: `with a as (delete from accounts), p as (delete from posts), k as (delete from idempotency_keys), r as (delete from reservations),
             u as (delete from usage_events)
           delete from quota_periods`,
  });

/** Asks both the same and compares what they say, and in the end what they hold. Gives what was answered. */
async function compare(sequence: readonly Operation[], without: ReadonlySet<Guard>): Promise<readonly string[]> {
  await forgetAll();
  const model = createModelEngine(without);
  const postgres = createPostgresEngine(db);
  for (const account of [0, 1]) {
    await model.connect(accountId(account));
    await postgres.connect(accountId(account));
  }
  const answers: string[] = [];
  for (const operation of sequence) {
    // PostgreSQL first: the numbers in an operation are read off the model's rows as they were before it.
    const real = await perform(postgres, operation, model.rows);
    const modelled = await perform(model, operation, model.rows);
    expect({ [operation.name]: modelled }).toEqual({ [operation.name]: real });
    answers.push(`${operation.name}: ${typeof real === 'object' && real !== null ? 'something' : String(real)}`);
  }
  const rows = await postgres.look();
  expect(await model.look()).toEqual(rows);
  return [...answers, ...rows.intents.map(({ state }) => `journal: ${state}`)];
}

/** Answers that have to come up, or too little was asked. */
const TELLING = [
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
        for (const answer of await compare(sequence, new Set())) answered.add(answer);
      }),
      { seed, numRuns: runs },
    );
    expect(runs < 100 ? [] : TELLING.filter((answer) => !answered.has(answer))).toEqual([]);
  },
  60_000 + runs * 2_000,
);

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
      await compare(sequence, new Set([guard]));
    }),
    { seed: 7, numRuns: 2_000, endOnFailure: true },
  );
  expect(details.failed).toBe(true);
});
