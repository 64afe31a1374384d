import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { playRounds } from './renewal-rounds.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('300 callers in three processes ask the network once; when its reply is lost, they ask once more and that one account ends', async () => {
  const [answered, lost] = await playRounds({ databaseUrl: database.url, modes: ['answered', 'lost'], seed: 1 });
  expect(answered).toEqual({
    callers: 300,
    asked: [200],
    got: { open: 300, notActive: 0, unavailable: 0 },
    tokens: 1,
    askedAgain: [],
    account: 'active',
    bystander: 'active',
  });
  const { asked, askedAgain, got, account, bystander } = lost!;
  expect([...asked, ...askedAgain]).toEqual([null, 400]);
  expect([got.open, got.notActive + got.unavailable]).toEqual([0, 300]);
  expect([account, bystander]).toEqual(['expired: refresh_outcome_lost', 'active']);
});
