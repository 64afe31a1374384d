import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Plugin, rolldown } from 'rolldown';
import { DASHBOARD_FOLDER, DOCS_FOLDER, findOpenApi, findReference, MIGRATIONS } from '../src/installed-files.ts';

const PACKAGE = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(PACKAGE, '../..');
const SOURCE = path.join(PACKAGE, 'src');
/** What knex can use besides `pg`, and what `pg` loads only when it is asked for. */
const NOT_SHIPPED = [
  'better-sqlite3',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: { out: { type: 'string', default: path.join(PACKAGE, 'dist') }, docs: { type: 'boolean', default: false } },
});
const dist = path.resolve(values.out);

/** The bundle finds its files beside itself. */
const filesBesideTheCode: Plugin = {
  name: 'files-beside-the-code',
  load(id) {
    if (id !== path.join(SOURCE, 'installed-files.ts')) return null;
    return { code: readFileSync(path.join(SOURCE, 'installed-files.bundle.ts'), 'utf8'), moduleType: 'ts' };
  },
};

async function writeCode(): Promise<void> {
  const programs = ['main', 'start', 'cli/fanfare'].map((file) => [path.basename(file), `${file}.ts`]);
  const migrations = readdirSync(MIGRATIONS).map((file) => [
    `migrations/${path.parse(file).name}`,
    `db/migrations/${file}`,
  ]);
  const input = Object.fromEntries(
    [...programs, ...migrations].map(([name, file]) => [name, path.join(SOURCE, file!)]),
  );
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: NOT_SHIPPED,
    plugins: [filesBesideTheCode],
    logLevel: 'silent',
  });
  await bundle.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[hash].js',
    comments: false,
  });
  await bundle.close();
}

/** The manifest of the npm package: everything it needs is inside, and nothing runs when it is installed. */
function writeManifest(): void {
  const { name, version, license } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
  const manifest = {
    name,
    version,
    description: 'The Fanfare server: one call publishes to several social accounts, and never twice.',
    license,
    homepage: 'https://github.com/fanfare-dev/fanfare#readme',
    repository: { type: 'git', url: 'git+https://github.com/fanfare-dev/fanfare.git', directory: 'apps/server' },
    bugs: 'https://github.com/fanfare-dev/fanfare/issues',
    type: 'module',
    engines: { node: '>=22.19' },
    bin: { server: './start.js', fanfare: './fanfare.js' },
    publishConfig: { access: 'public', provenance: true },
  };
  writeFileSync(path.join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function runBuild(...args: string[]): void {
  const { status } = spawnSync('npx', ['--yes', 'pnpm@10.34.9', '--silent', ...args], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} failed.`);
}

/** Writes `dist`: the server and the operator's command with all their files, for `node dist/main.js`, npm, the image and the systemd unit. */
runBuild('--filter', '@fanfare/dashboard', 'build');
if (values.docs) runBuild('docs:build');
rmSync(dist, { recursive: true, force: true });
await writeCode();
cpSync(findOpenApi(), path.join(dist, 'openapi.yaml'));
cpSync(findReference(), path.join(dist, 'reference.js'));
cpSync(DASHBOARD_FOLDER, path.join(dist, 'dashboard'), { recursive: true });
if (values.docs) cpSync(DOCS_FOLDER, path.join(dist, 'docs'), { recursive: true });
cpSync(path.join(ROOT, 'LICENSE'), path.join(dist, 'LICENSE'));
cpSync(path.join(PACKAGE, 'README.md'), path.join(dist, 'README.md'));
writeManifest();
