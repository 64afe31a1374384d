import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { playRounds } from './renewal-rounds.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// Each killed process leaves a lease that ends after nine real seconds.
test('a process that is killed around its question costs at most that account, and never a loop', async () => {
  const modes = ['killed', 'killed', 'killed'] as const;
  for (const round of await playRounds({ databaseUrl: database.url, modes, seed: 1 })) {
    const { asked, askedAgain, tokens, account, bystander } = round;
    const facts = JSON.stringify(round);
    expect(asked.length + askedAgain.length, facts).toBeLessThanOrEqual(2);
    if (account === 'active') expect(tokens, facts).toBe(1);
    expect(['active', 'expired: refresh_outcome_lost'], facts).toContain(account);
    expect(bystander, facts).toBe('active');
  }
});
