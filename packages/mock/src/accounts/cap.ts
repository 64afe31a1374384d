import { countsAgainstCap, planOf } from '@fanfare/rules';
import type { Project, World } from '../world.ts';

/** Accounts of the project's whole workspace that count against its cap, and the cap; null without one. */
export function accountCap(
  world: World,
  project: Project,
): { readonly connected: number; readonly cap: number | null } {
  const connected = [...world.accounts.values()].filter(
    ({ projectId, status }) =>
      countsAgainstCap(status) && world.projects.get(projectId)?.workspaceId === project.workspaceId,
  ).length;
  return { connected, cap: planOf(project.plan).connectedAccounts };
}
