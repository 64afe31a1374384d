import { defineCommand } from 'citty';
import { migrate } from '../db/migrate.ts';
import { say } from './say.ts';
import { findDatabaseUrl, orTell } from './with-database.ts';

export const migrateCommand = defineCommand({
  meta: {
    name: 'migrate',
    description: 'Bring the database to the newest schema. Safe to run at any time, by several servers at once.',
  },
  run: () =>
    orTell(async () => {
      const applied = await migrate(findDatabaseUrl());
      say.result(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`);
    }),
});
