#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { namesDatabase } from './config.ts';
import { COMPILE_CACHE } from './installed-files.ts';

enableCompileCache(COMPILE_CACHE);

/** `npx @fanfare/server`: the server, with its own PostgreSQL when DATABASE_URL names none. */
if (namesDatabase()) await import('./main.ts');
else {
  const { runWithOwnDatabase } = await import('./run-with-own-database.ts');
  await runWithOwnDatabase();
}
