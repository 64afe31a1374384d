import { globSync } from 'node:fs';
import path from 'node:path';
import { tsc } from './tsc.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const FOLDERS = ['packages', 'packages/networks', 'packages/hubs', 'apps', 'testing', 'tooling', 'examples'];

/** `pnpm typecheck`: one compiler checks every folder with a `tsconfig.json`, each once. */
const projects = globSync(`{${FOLDERS.join(',')}}/*/tsconfig.json`, { cwd: ROOT }).sort();
process.exitCode = tsc('--build', ...projects.map((project) => path.join(ROOT, project)));
