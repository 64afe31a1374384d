import { countsAgainstCap } from '@fanfare/rules';
import type { Project, World } from '../world.ts';

/** Accounts of the project's whole workspace that count against its cap. */
export const countConnected = (world: World, project: Project): number =>
  [...world.accounts.values()].filter(
    ({ projectId, status }) =>
      countsAgainstCap(status) && world.projects.get(projectId)?.workspaceId === project.workspaceId,
  ).length;
