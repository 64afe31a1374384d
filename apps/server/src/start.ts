#!/usr/bin/env node
import './require-node.ts';
import module from 'node:module';
import { COMPILE_CACHE } from './installed-files.ts';

module.enableCompileCache(COMPILE_CACHE);
const { namesDatabase } = await import('./config.ts');

/** `npx @fanfare/server`: the server, with its own PostgreSQL when DATABASE_URL names none. */
if (namesDatabase()) await import('./main.ts');
else {
  const { runWithOwnDatabase } = await import('./run-with-own-database.ts');
  await runWithOwnDatabase();
}
