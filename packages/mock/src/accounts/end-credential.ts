import { accountFacts } from '../events/event-facts.ts';
import type { MockState } from '../mock-state.ts';
import type { StoredAccount } from '../world.ts';
import { lapseAccount } from './lapse-account.ts';

/** How long before the end `account.expiring` is written. */
const NOTICE_MS = 7 * 24 * 60 * 60 * 1000;

/** Lets the credential of an account, and of all accounts of the same consent, end at a moment. A new consent before it replaces the credential. */
export function endCredentialAt(
  deps: Pick<MockState, 'world' | 'events' | 'timeline' | 'clock'>,
  account: StoredAccount,
  endsAtMs: number,
): void {
  const { world, events, timeline } = deps;
  const { grant } = account;
  const holders = (): StoredAccount[] =>
    [...world.accounts.values()].filter((one) => one.grant === grant && one.status === 'active');
  timeline.at(endsAtMs - NOTICE_MS, () => {
    for (const one of holders()) {
      const expiring = { account: accountFacts(one), expiresAt: new Date(endsAtMs) };
      events.write(one.projectId, { type: 'account.expiring', ...expiring }, `expiring:${one.id}:${one.connectedAtMs}`);
    }
  });
  timeline.at(endsAtMs, () => {
    for (const one of holders()) lapseAccount(deps, one, 'credential_lapsed');
  });
  timeline.runDue();
}
