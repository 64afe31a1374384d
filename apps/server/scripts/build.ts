import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeThirdParty } from '@fanfare/third-party';
import { DASHBOARD_FOLDER, DOCS_FOLDER } from '../src/installed-files.ts';
import { writeBundle } from './write-bundle.ts';

const PACKAGE = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(PACKAGE, '../..');

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: { out: { type: 'string', default: path.join(PACKAGE, 'dist') }, docs: { type: 'boolean', default: false } },
});
const dist = path.resolve(values.out);

function runBuild(...args: string[]): void {
  const { status } = spawnSync('npx', ['--yes', 'pnpm@10.34.9', '--silent', ...args], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} failed.`);
}

/** Writes `dist`: the server and the operator's command with all their files, for `node dist/main.js`, npm, the image and the systemd unit. */
runBuild('--filter', '@fanfare/dashboard', 'build');
if (values.docs) runBuild('docs:build');
const packages = await writeBundle(dist);
cpSync(DASHBOARD_FOLDER, path.join(dist, 'dashboard'), { recursive: true });
const ofDashboard = JSON.parse(readFileSync(path.join(DASHBOARD_FOLDER, 'third-party.json'), 'utf8'));
writeThirdParty(dist, JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')), [
  ...packages,
  ...ofDashboard,
]);
if (values.docs) cpSync(DOCS_FOLDER, path.join(dist, 'docs'), { recursive: true });
