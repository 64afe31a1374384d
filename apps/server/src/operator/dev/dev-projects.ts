import type { PlanName } from '@fanfare/rules';
import { hashApiKey, mintApiKey } from '../../callers/api-key.ts';
import { insertApiKey } from '../../callers/api-keys.table.ts';
import { findCaller } from '../../callers/callers.table.ts';
import { insertProject, insertWorkspace } from '../../callers/projects/projects.table.ts';
import type { DatabasePool } from '../../db/database.ts';
import type { Ids } from '../../process/ids.ts';

export type DevKeys = {
  readonly apiKey: string;
  readonly otherProjectApiKey: string;
  readonly smallPlanApiKey: string;
};

const PROJECTS: Record<keyof DevKeys, { name: string; plan: PlanName }> = {
  apiKey: { name: 'Harbour Coffee', plan: 'self_hosted' },
  otherProjectApiKey: { name: 'Somebody else', plan: 'self_hosted' },
  smallPlanApiKey: { name: 'Small plan', plan: 'free' },
};

type Deps = { readonly db: DatabasePool; readonly ids: Ids };

/** Creates a project and key of each kind for developers. Keeps valid keys of the last run. */
export async function devProjects(deps: Deps, last: Partial<DevKeys>): Promise<DevKeys> {
  const keep = async (name: keyof DevKeys): Promise<string> => {
    const known = last[name];
    if (known !== undefined && (await findCaller(deps.db, hashApiKey(known)))) return known;
    return createProject(deps, PROJECTS[name]);
  };
  // The first person to sign in gets the oldest workspace.
  const apiKey = await keep('apiKey');
  const [otherProjectApiKey, smallPlanApiKey] = await Promise.all([
    keep('otherProjectApiKey'),
    keep('smallPlanApiKey'),
  ]);
  return { apiKey, otherProjectApiKey, smallPlanApiKey };
}

/** Creates a workspace with one project and one key. Returns the key. */
export async function createProject(deps: Deps, project: { name: string; plan: PlanName }): Promise<string> {
  const minted = mintApiKey(deps.ids);
  await deps.db.transaction(async (tx) => {
    const workspaceId = deps.ids.uuid();
    const projectId = deps.ids.uuid();
    await insertWorkspace(tx, { id: workspaceId, name: project.name });
    await insertProject(tx, { id: projectId, workspaceId, ...project });
    await insertApiKey(tx, { id: deps.ids.uuid(), projectId, name: 'First key', ...minted });
  });
  return minted.key;
}
