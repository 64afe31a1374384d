import type { KeyScope } from '@fanfare/contract';
import { isKeyScope } from '@fanfare/rules';
import { mintApiKey } from '../../callers/api-key.ts';
import { insertApiKey, listApiKeys, revokeApiKey } from '../../callers/api-keys.table.ts';
import { awaitKeyChange } from '../../callers/key-trust.ts';
import { labelledIds } from '../../cells/labelled-ids.ts';
import { listApps } from '../../oauth/apps.table.ts';
import { domainOf } from '../../oauth/client.ts';
import { fromPublicId, ids, toPublicId } from '../../process/ids.ts';
import { requireName } from './name.ts';
import { requireProject } from './projects.ts';
import { say, table } from './say.ts';
import { CommandError, databaseCommand } from './with-database.ts';

const PROJECT = 'Id of the project (prj_…), as "fanfare projects list" shows it.';

const create = databaseCommand({
  name: 'keys create',
  description: 'Create an API key. It is shown once; only its hash is stored.',
  example: 'API_KEY=$(npx --yes pnpm@10.34.9 --silent fanfare keys create prj_…)',
  positionals: { project: PROJECT },
  options: {
    name: 'What the key is for. Default: API key.',
    scope:
      'What it may do: all, publish (everything except webhooks and disconnecting accounts), draft (reads, uploads files and writes drafts) or read. Default: all.',
  },
  async run(db, args) {
    const name = requireName(args.name ?? 'API key');
    const scope = requireScope(args.scope ?? 'all');
    const { id: projectId } = await requireProject(db, args.project);
    const minted = mintApiKey(await labelledIds(db));
    const id = ids.uuid();
    await insertApiKey(db, { id, projectId, name, scope, ...minted });
    say.note(`Created ${toPublicId('key', id)}. The key, shown only now:`);
    say.result(minted.key);
  },
});

const list = databaseCommand({
  name: 'keys list',
  description: 'List the API keys of a project, revoked ones included, and the apps that members have connected.',
  positionals: { project: PROJECT },
  async run(db, args) {
    const { id: projectId } = await requireProject(db, args.project);
    const [rows, apps] = [await listApiKeys(db, projectId), await listApps(db, projectId)];
    say.result(
      table(
        ['KEY', 'SHOWN AS', 'SCOPE', 'CREATED', 'LAST USED', 'STATUS', 'NAME'],
        [
          ...rows.map((key) => ({ ...key, state: key.revokedAt ? 'revoked' : 'live' })),
          ...apps.map((app) => ({
            ...{ ...app, display: domainOf(app.oauthClient) ?? 'not verified' },
            state: `app until ${app.expiresAt.toISOString().slice(0, 10)}`,
          })),
        ].map(({ id, display, scope, createdAt, lastUsedAt, state, name }) => [
          toPublicId('key', id),
          display,
          scope,
          createdAt.toISOString().slice(0, 10),
          lastUsedAt?.toISOString().slice(0, 16) ?? 'never',
          state,
          name,
        ]),
      ),
    );
  },
});

const revoke = databaseCommand({
  name: 'keys revoke',
  description: 'Revoke an API key or a connected app. When the command returns, every server refuses it.',
  positionals: { key: 'Id of the key (key_…), as "fanfare keys list" shows it.' },
  async run(db, args) {
    const id = fromPublicId('key', args.key);
    if (!id || !(await revokeApiKey(db, id)))
      throw new CommandError(`There is no live key ${args.key}. See: fanfare keys list <project>`);
    await awaitKeyChange();
    say.result(`${args.key} is revoked.`);
  },
});

function requireScope(text: string): KeyScope {
  if (!isKeyScope(text)) throw new CommandError(`There is no scope "${text}". Use all, publish, draft or read.`);
  return text;
}

export const keyCommands = [create, list, revoke];
