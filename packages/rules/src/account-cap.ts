import type { AccountStatus } from '@fanfare/contract';
import { countsAgainstCap } from './account-state.ts';
import type { Plan } from './plans.ts';
import type { Refusal } from './refusal.ts';

/** Whether a plan allows one more connected account. */
export const allowsAccount = ({ connectedAccounts: cap }: Plan, connected: number): boolean =>
  cap === null || connected < cap;

/** Whether a profile needs a further account: not where its account counts already. */
export const takesPlace = (status: AccountStatus | null): boolean => status === null || !countsAgainstCap(status);

/** Refuses a connect link: the plan is full, and no account could be reconnected. */
export const accountLimitReached = ({ name, connectedAccounts }: Plan): Refusal => ({
  code: 'account_limit_reached',
  message: `The plan "${name}" allows ${connectedAccounts} connected accounts. Disconnect one, or choose a larger plan.`,
});
