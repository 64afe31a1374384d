import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from './compile-cache.ts';

// Before anything else is loaded, so that it counts for all of it.
enableCompileCache(COMPILE_CACHE);

const { runDev } = await import('./run-dev.ts');
await runDev();
