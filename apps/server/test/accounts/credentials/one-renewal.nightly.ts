import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { runRounds } from './renewal-rounds.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// Each killed process leaves a lease that ends after nine real seconds.
test('a process that is killed during its renewal costs at most that account, and never causes a loop', async () => {
  const modes = ['killed', 'killed', 'killed'] as const;
  for (const round of await runRounds({ databaseUrl: database.url, modes, seed: 1 })) {
    const { networkStatuses, networkStatusesAgain, tokens, account, otherAccount } = round;
    const facts = JSON.stringify(round);
    expect(networkStatuses.length + networkStatusesAgain.length, facts).toBeLessThanOrEqual(2);
    if (account === 'active') expect(tokens, facts).toBe(1);
    expect(['active', 'expired: refresh_outcome_lost'], facts).toContain(account);
    expect(otherAccount, facts).toBe('active');
  }
});
