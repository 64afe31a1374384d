import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { runRounds } from './renewal-rounds.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('300 callers in three processes cause one renewal; when its reply is lost, they cause one more and that one account expires', async () => {
  const [answered, lost] = await runRounds({ databaseUrl: database.url, modes: ['answered', 'lost'], seed: 1 });
  expect(answered).toEqual({
    callers: 300,
    networkStatuses: [200],
    got: { open: 300, notActive: 0, unavailable: 0 },
    tokens: 1,
    networkStatusesAgain: [],
    account: 'active',
    otherAccount: 'active',
  });
  const { networkStatuses, networkStatusesAgain, got, account, otherAccount } = lost!;
  expect([...networkStatuses, ...networkStatusesAgain]).toEqual([null, 400]);
  expect([got.open, got.notActive + got.unavailable]).toEqual([0, 300]);
  expect([account, otherAccount]).toEqual(['expired: refresh_outcome_lost', 'active']);
});
