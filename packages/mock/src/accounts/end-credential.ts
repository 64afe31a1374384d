import { accountFacts } from '../events/event-facts.ts';
import type { MockState } from '../mock-state.ts';
import type { StoredAccount } from '../world.ts';
import { lapseAccount } from './lapse-account.ts';

/** The time from `account.expiring` to the end. */
const NOTICE_MS = 7 * 24 * 60 * 60 * 1000;

/** Ends the credentials of a consent at a moment. A new consent before it replaces them. */
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
