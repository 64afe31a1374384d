import { defineCommand, runMain } from 'citty';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { plansCommand } from './plans.ts';
import { projectsCommand } from './projects.ts';
import { recoverCommand } from './recover.ts';

/** `pnpm fanfare …`: what an operator does outside development. */
const fanfare = defineCommand({
  meta: {
    name: 'fanfare',
    description: 'Operate a Fanfare installation. Needs DATABASE_URL, or a running `pnpm dev`.',
  },
  subCommands: {
    migrate: migrateCommand,
    projects: projectsCommand,
    keys: keysCommand,
    plans: plansCommand,
    recover: recoverCommand,
  },
});

await runMain(fanfare);
