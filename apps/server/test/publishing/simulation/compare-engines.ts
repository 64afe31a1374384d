import { expect } from 'vitest';
import type { DatabasePool } from '../../../src/db/database.ts';
import { accountId, type Operation, perform } from './engine-operation.ts';
import { createModelEngine } from './model-engine.ts';
import type { Guard } from './model-rows.ts';
import { createPostgresEngine } from './postgres-engine.ts';

/** Nothing of one sequence remains for the next. */
const forgetAll = (db: DatabasePool) =>
  db.query({
    text: `with a as (delete from accounts), p as (delete from posts), k as (delete from idempotency_keys), r as (delete from reservations),
             u as (delete from usage_events), e as (delete from events)
           delete from quota_periods`,
  });

/**
 * Sends the same operation to both and compares the results, and in the end the rows. Returns the
 * results.
 */
export async function compareEngines(
  db: DatabasePool,
  sequence: readonly Operation[],
  without: ReadonlySet<Guard>,
): Promise<readonly string[]> {
  await forgetAll(db);
  const model = createModelEngine(without);
  const postgres = createPostgresEngine(db);
  for (const account of [0, 1]) {
    await model.connect(accountId(account));
    await postgres.connect(accountId(account));
  }
  const answers: string[] = [];
  for (const operation of sequence) {
    // PostgreSQL first: the numbers in an operation refer to the model's rows before it.
    const real = await perform(postgres, operation, model.rows);
    const modelled = await perform(model, operation, model.rows);
    expect({ [operation.name]: modelled }).toEqual({ [operation.name]: real });
    answers.push(`${operation.name}: ${typeof real === 'object' && real !== null ? 'something' : String(real)}`);
  }
  const rows = await postgres.look();
  expect(await model.look()).toEqual(rows);
  return [...answers, ...rows.intents.map(({ state }) => `journal: ${state}`)];
}
