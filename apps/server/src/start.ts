#!/usr/bin/env node
import './process/require-node.ts';
import module from 'node:module';
import { COMPILE_CACHE } from './config/installed-files.ts';

module.enableCompileCache(COMPILE_CACHE);
const { namesDatabase } = await import('./config/config.ts');

/** `npx @fanfare/server`: the server, with its own PostgreSQL when DATABASE_URL names none. */
if (namesDatabase()) await import('./main.ts');
else {
  const { runWithOwnDatabase } = await import('./composition/run-with-own-database.ts');
  await runWithOwnDatabase();
}
