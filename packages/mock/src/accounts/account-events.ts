import { accountFacts } from '../events/event-facts.ts';
import type { MockState } from '../mock-state.ts';
import type { StoredAccount } from '../world.ts';

/** Writes the event of the status that an account has now. */
export function writeAccountStatus({ events }: Pick<MockState, 'events'>, account: StoredAccount): void {
  const type = account.status === 'active' ? 'account.connected' : (`account.${account.status}` as const);
  events.write(account.projectId, { type, account: accountFacts(account) });
}
