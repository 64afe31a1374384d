import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { playRounds } from './renewal-rounds.ts';

// A few rounds; `node apps/server/test/credentials/renewal-figures.ts` plays fifty of each.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const LOST = 'expired: refresh_outcome_lost';

test('300 callers in three processes ask the network once, and all get the same new token', async () => {
  const rounds = await playRounds({ databaseUrl: database.url, mode: 'answered', rounds: 2, seed: 1 });
  const round = {
    callers: 300,
    asked: [200],
    got: { open: 300, notActive: 0, unavailable: 0 },
    tokens: 1,
    askedAgain: [],
    account: 'active',
    bystander: 'active',
  };
  expect(rounds).toEqual([round, round]);
});

test('a reply that is lost costs that one account, with the reason, and one more question', async () => {
  const rounds = await playRounds({ databaseUrl: database.url, mode: 'lost', rounds: 2, seed: 1 });
  for (const { asked, askedAgain, got, account, bystander } of rounds) {
    expect([...asked, ...askedAgain]).toEqual([null, 400]);
    expect([got.open, got.notActive + got.unavailable]).toEqual([0, 300]);
    expect([account, bystander]).toEqual([LOST, 'active']);
  }
});

test('a process that is killed around its question costs at most that account, and never a loop', async () => {
  const rounds = await playRounds({ databaseUrl: database.url, mode: 'killed', rounds: 3, seed: 1 });
  for (const round of rounds) {
    const { asked, askedAgain, tokens, account, bystander } = round;
    const told = JSON.stringify(round);
    expect(asked.length + askedAgain.length, told).toBeLessThanOrEqual(2);
    if (account === 'active') expect(tokens, told).toBe(1);
    expect(['active', LOST], told).toContain(account);
    expect(bystander, told).toBe('active');
  }
});
