import type { Platform } from '@fanfare/contract';
import { accountLimitReached, allowsAccount, planOf } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { Project } from '../world.ts';
import { countConnected } from './count-connected.ts';

/** Throws `account_limit_reached` where the plan is full and no account could be reconnected. */
export function requireAccountCapacity(
  { world }: Pick<MockState, 'world'>,
  project: Project,
  platform: Platform,
): void {
  const plan = planOf(project.plan);
  if (allowsAccount(plan, countConnected(world, project))) return;
  const mayReconnect = [...world.accounts.values()].some(
    (account) => account.projectId === project.id && account.platform === platform && account.status !== 'revoked',
  );
  if (!mayReconnect) throw new RequestRefusal(accountLimitReached(plan));
}
