import { fromPublicId } from '../src/process/ids.ts';
import type { TestServer } from './harness.ts';
import type { Person } from './use-server.ts';

/** Gives a connected account the scopes of an older version of the app. */
export async function grantOnly(server: TestServer, { account }: Person, scopes: readonly string[]): Promise<void> {
  await server.db.query({
    text: 'update credentials set scopes = $2 where account_id = $1',
    values: [fromPublicId('acc', account.id), scopes],
  });
}

/**
 * Lets a LinkedIn member's account read the comments of its posts, which LinkedIn allows only
 * approved apps.
 */
export async function mayReadComments(server: TestServer, person: Person): Promise<void> {
  const scopes = ['openid', 'profile', 'email', 'w_member_social', 'r_member_social'];
  await person.control('scopes', { scopes });
  await grantOnly(server, person, scopes);
}

/**
 * Lets a LinkedIn member's account read the counts of its posts, which LinkedIn allows only
 * approved apps.
 */
export async function mayReadMetrics(server: TestServer, person: Person): Promise<void> {
  if (person.account.platform !== 'linkedin') return;
  const scopes = ['openid', 'profile', 'email', 'w_member_social', 'r_member_postAnalytics'];
  await person.control('scopes', { scopes });
  await grantOnly(server, person, scopes);
}
