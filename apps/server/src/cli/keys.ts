import { defineCommand } from 'citty';
import { fromPublicId, ids, toPublicId } from '../ids.ts';
import { mintApiKey } from '../projects/api-key.ts';
import { insertApiKey, listApiKeys, revokeApiKey } from '../projects/api-keys.table.ts';
import { requireProject } from './projects.ts';
import { say, table } from './say.ts';
import { CommandError, withDatabase } from './with-database.ts';

const project = { type: 'positional', description: 'Id of the project (prj_…).', required: true } as const;

const create = defineCommand({
  meta: { name: 'create', description: 'Create an API key. It is shown once; only its hash is stored.' },
  args: { project, name: { type: 'string', description: 'What the key is for.', default: 'API key' } },
  run: ({ args }) =>
    withDatabase(async (db) => {
      const { id: projectId } = await requireProject(db, args.project);
      const minted = mintApiKey(ids.secret);
      const id = ids.uuid();
      await insertApiKey(db, { id, projectId, name: args.name, ...minted });
      say.note(`Created ${toPublicId('key', id)}. The key, shown only now:`);
      say.result(minted.key);
    }),
});

const list = defineCommand({
  meta: { name: 'list', description: 'List the API keys of a project, revoked ones included.' },
  args: { project },
  run: ({ args }) =>
    withDatabase(async (db) => {
      const rows = await listApiKeys(db, (await requireProject(db, args.project)).id);
      say.result(
        table(
          ['KEY', 'SHOWN AS', 'CREATED', 'LAST USED', 'STATUS', 'NAME'],
          rows.map((key) => [
            toPublicId('key', key.id),
            key.display,
            key.createdAt.toISOString().slice(0, 10),
            key.lastUsedAt?.toISOString().slice(0, 16) ?? 'never',
            key.revokedAt ? 'revoked' : 'live',
            key.name,
          ]),
        ),
      );
    }),
});

const revoke = defineCommand({
  meta: { name: 'revoke', description: 'Revoke an API key. It stops working with the next request.' },
  args: {
    key: { type: 'positional', description: 'Id of the key (key_…), as `fanfare keys list` shows it.', required: true },
  },
  run: ({ args }) =>
    withDatabase(async (db) => {
      const id = fromPublicId('key', args.key);
      if (!id || !(await revokeApiKey(db, id)))
        throw new CommandError(`There is no live key ${args.key}. See: fanfare keys list <project>`);
      say.result(`${args.key} is revoked.`);
    }),
});

export const keysCommand = defineCommand({
  meta: { name: 'keys', description: 'Create, list and revoke API keys.' },
  subCommands: { create, list, revoke },
});
