#!/usr/bin/env node
import '../../process/require-node.ts';
import module from 'node:module';
import { COMPILE_CACHE } from '../../config/installed-files.ts';

// Before any other import, so that it applies to all of them.
module.enableCompileCache(COMPILE_CACHE);

const { runFanfare } = await import('./run-fanfare.ts');
await runFanfare(process.argv.slice(2));
