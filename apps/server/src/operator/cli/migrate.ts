import { migrate } from '../../db/migrate.ts';
import { defineCommand } from './command.ts';
import { say } from './say.ts';
import { withDatabaseUrl } from './with-database.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  description: 'Migrate the database to the newest schema. Safe at any time and from several servers at once.',
  run: () =>
    withDatabaseUrl(async (url) => {
      const applied = await migrate(url);
      say.result(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`);
    }),
});
