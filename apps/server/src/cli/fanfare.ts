import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from '../dev/compile-cache.ts';

// Before anything else is loaded, so that it counts for all of it.
enableCompileCache(COMPILE_CACHE);

const { runFanfare } = await import('./run-fanfare.ts');
await runFanfare(process.argv.slice(2));
