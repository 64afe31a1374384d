import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from '../../config/installed-files.ts';

// Before any other import, so that it applies to all of them.
enableCompileCache(COMPILE_CACHE);

const { runDev } = await import('./run-dev.ts');
await runDev();
