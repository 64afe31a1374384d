import './process/require-node.ts';
import module from 'node:module';
import { COMPILE_CACHE } from './config/installed-files.ts';

// Nothing happens where the folder may not be written.
module.enableCompileCache(COMPILE_CACHE);
const { runServer } = await import('./composition/run-server.ts');

await runServer();
