import type { Account } from '@fanfare/contract';
import { afterEach, beforeEach } from 'vitest';
import { type Person, useServer } from '../../use-server.ts';

const DAY_MS = 86_400_000;
export const TOKEN_CALL = /oauth2\/token$|refresh_access_token$|accessToken$/;

/**
 * A server whose refresh job sees only the accounts of the running test, and reads of what the job
 * did.
 */
export function useRefreshJob() {
  const server = useServer();

  // Accounts of earlier tests are out of scope.
  beforeEach(async () => {
    await server.db.query({ text: 'update credentials set renew_at = null' });
  });
  afterEach(() => server.sandbox.removeFaults());

  /** Moves the clock and runs the job now and then, without the other jobs of a minute. */
  async function pass(days: number, everyDays = 1): Promise<void> {
    for (let day = 0; day < days; day += everyDays) {
      server.clock.advance(everyDays * DAY_MS);
      await server.run('renew-credentials');
    }
  }

  const renewals = async (ana: Person) =>
    (await ana.calls()).filter(({ path }) => TOKEN_CALL.test(path)).map(({ status }) => status);

  const state = async (ana: Person) => {
    const { rows } = await server.db.query<{ failures: number; doubt: boolean; due: Date | null }>({
      text: `select renewal_failures as failures, renewal_in_doubt as doubt, renew_at as due from credentials c join accounts a on a.id = c.account_id
             where a.platform = $1 and a.platform_user_id = $2`,
      values: [ana.account.platform, ana.account.platformUserId],
    });
    return rows[0]!;
  };
  const daysAhead = (due: Date | null) =>
    due === null ? null : Math.round((due.getTime() - server.clock.now()) / DAY_MS);

  const publish = (ana: Person) =>
    ana.target({
      content: 'Still here',
      mediaItems:
        ana.account.platform === 'instagram' ? [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }] : [],
    });

  const becomes = (ana: Person, status: Account['status'], statusReason: string | null) =>
    ({ ...ana.account, status, statusReason }) satisfies Account;

  return { server, pass, renewals, state, daysAhead, publish, becomes };
}
