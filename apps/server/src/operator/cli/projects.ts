import { planOf } from '@fanfare/rules';
import { mintApiKey } from '../../callers/api-key.ts';
import { insertApiKey } from '../../callers/api-keys.table.ts';
import { awaitKeyChange } from '../../callers/key-trust.ts';
import {
  countProjects,
  findProject,
  insertProject,
  insertWorkspace,
  listProjects,
  lockWorkspace,
  type ProjectRow,
  setProjectPlan,
} from '../../callers/projects/projects.table.ts';
import { labelledIds } from '../../cells/labelled-ids.ts';
import type { Database } from '../../db/database.ts';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import { requireName } from './name.ts';
import { requirePlan } from './plans.ts';
import { say, table } from './say.ts';
import { CommandError, databaseCommand } from './with-database.ts';

/** Most projects of one transaction. */
const MAX_COUNT = 1_000;

const create = databaseCommand({
  name: 'projects create',
  description: 'Create a project with its first API key, in a new workspace or an existing one.',
  example: 'npx --yes pnpm@10.34.9 fanfare projects create "My app" --plan pro',
  positionals: { name: 'Name of the project; users see it when they connect an account.' },
  options: {
    plan: 'Plan of the project, as "fanfare plans list" shows them. Default: self_hosted.',
    workspace: 'Id of an existing workspace (ws_…). Default: a new one.',
    count: `How many projects to create, each with a key and, without --workspace, a new workspace: 1 to ${MAX_COUNT}, all or none. Default: 1.`,
  },
  async run(db, args) {
    const name = requireName(args.name);
    const plan = requirePlan(args.plan ?? 'self_hosted');
    const count = requireCount(args.count ?? '1');
    const ids = await labelledIds(db);
    const created = await db.transaction(async (tx) => {
      const done: { readonly id: string; readonly key: string }[] = [];
      while (done.length < count) {
        const minted = mintApiKey(ids);
        const projectId = ids.uuid();
        const workspaceId = args.workspace ? await requireWorkspace(tx, args.workspace, plan) : ids.uuid();
        if (!args.workspace) await insertWorkspace(tx, { id: workspaceId, name });
        await insertProject(tx, { id: projectId, workspaceId, name, plan });
        await insertApiKey(tx, { id: ids.uuid(), projectId, name: 'First key', ...minted });
        done.push({ id: toPublicId('prj', projectId), key: minted.key });
      }
      return done;
    });
    const [first] = created;
    say.note(
      created.length === 1 && first
        ? `Created ${first.id} (${name}, plan ${plan}). Its API key, shown only now:`
        : `Created ${created.length} projects (${name}, plan ${plan}). Their API keys, one per line, shown only now:`,
    );
    for (const { key } of created) say.result(key);
  },
});

const list = databaseCommand({
  name: 'projects list',
  description: 'List all projects.',
  async run(db) {
    const rows = await listProjects(db);
    say.result(
      table(
        ['PROJECT', 'WORKSPACE', 'PLAN', 'CREATED', 'NAME'],
        rows.map((project) => [
          toPublicId('prj', project.id),
          toPublicId('ws', project.workspaceId),
          project.plan,
          project.createdAt.toISOString().slice(0, 10),
          project.name,
        ]),
      ),
    );
  },
});

const setPlan = databaseCommand({
  name: 'projects set-plan',
  description: 'Change the plan of a project. Applies from its next post.',
  positionals: {
    project: 'Id of the project (prj_…), as "fanfare projects list" shows it.',
    plan: 'Name of the plan, as "fanfare plans list" shows it.',
  },
  async run(db, args) {
    const plan = requirePlan(args.plan);
    const project = await requireProject(db, args.project);
    await setProjectPlan(db, project.id, plan);
    await awaitKeyChange();
    say.result(`${args.project} is on plan ${plan}.`);
  },
});

export const projectCommands = [create, list, setPlan];

function requireCount(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT) throw new CommandError(`--count must be a number from 1 to ${MAX_COUNT}.`);
  return count;
}

/** Finds a project. Throws CommandError when there is none. */
export async function requireProject(db: Database, id: string): Promise<ProjectRow> {
  const uuid = fromPublicId('prj', id);
  const project = uuid && (await findProject(db, uuid));
  if (!project) throw new CommandError(`There is no project ${id}. See: fanfare projects list`);
  return project;
}

/** Locks a workspace and returns its UUID. Throws CommandError when it is missing or full. */
async function requireWorkspace(tx: Database, id: string, plan: string): Promise<string> {
  const uuid = fromPublicId('ws', id);
  if (!uuid || !(await lockWorkspace(tx, uuid)))
    throw new CommandError(`There is no workspace ${id}. See: fanfare projects list`);
  const cap = planOf(plan).projects;
  if (cap !== null && (await countProjects(tx, uuid)) >= cap) {
    throw new CommandError(
      `The plan "${plan}" allows ${cap} project${cap === 1 ? '' : 's'} in a workspace, and ${id} has that many. Choose a larger plan, or omit --workspace to create a new workspace.`,
    );
  }
  return uuid;
}
