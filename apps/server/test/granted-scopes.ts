import { fromPublicId } from '../src/ids.ts';
import type { TestServer } from './harness.ts';
import type { Person } from './use-server.ts';

/** Makes a connected account one that was connected when the app asked for less. */
export async function grantedOnly(server: TestServer, { account }: Person, scopes: readonly string[]): Promise<void> {
  await server.db.query({
    text: 'update credentials set scopes = $2 where account_id = $1',
    values: [fromPublicId('acc', account.id), scopes],
  });
}

/** Lets a LinkedIn member's account read what stands below its posts, as LinkedIn lets it only for apps it has approved. */
export async function mayReadComments(server: TestServer, person: Person): Promise<void> {
  const scopes = ['openid', 'profile', 'email', 'w_member_social', 'r_member_social'];
  await person.control('scopes', { scopes });
  await grantedOnly(server, person, scopes);
}

/** Lets a LinkedIn member's account read the counts of its posts, as LinkedIn lets it only for apps it has approved. */
export async function mayReadMetrics(server: TestServer, person: Person): Promise<void> {
  if (person.account.platform !== 'linkedin') return;
  const scopes = ['openid', 'profile', 'email', 'w_member_social', 'r_member_postAnalytics'];
  await person.control('scopes', { scopes });
  await grantedOnly(server, person, scopes);
}
