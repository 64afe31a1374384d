import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type ThirdPartyPackage, writeThirdParty } from '@fanfare/third-party';
import { DASHBOARD_FOLDER, DOCS_FOLDER } from '../src/config/installed-files.ts';
import { writeBundle } from './write-bundle.ts';

const PACKAGE = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(PACKAGE, '../..');

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: { out: { type: 'string', default: path.join(PACKAGE, 'dist') } },
});
const dist = path.resolve(values.out);

function runBuild(...args: string[]): void {
  // npm warns of each setting of pnpm that it does not know.
  const env = { ...process.env, npm_config_loglevel: 'error' };
  const { status } = spawnSync('npx', ['--yes', 'pnpm@10.34.9', '--silent', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  });
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} failed.`);
}

const readPackages = (file: string): readonly ThirdPartyPackage[] => JSON.parse(readFileSync(file, 'utf8'));

/** Writes `dist`: server, operator's command, dashboard and documentation. */
runBuild('--filter', '@fanfare/dashboard', 'build');
runBuild('docs:build');
const packages = await writeBundle(dist);
cpSync(DASHBOARD_FOLDER, path.join(dist, 'dashboard'), { recursive: true });
cpSync(DOCS_FOLDER, path.join(dist, 'docs'), { recursive: true });
writeThirdParty(dist, JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')), [
  ...packages,
  ...readPackages(path.join(DASHBOARD_FOLDER, 'third-party.json')),
  ...readPackages(path.join(DOCS_FOLDER, '../site/.vitepress/cache/third-party.json')),
]);
