import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { collectPackages, type ThirdPartyPackage } from '@fanfare/third-party';
import { type Plugin, rolldown } from 'rolldown';
import { findOpenApi, findReference, MIGRATIONS } from '../src/config/installed-files.ts';
import { readReferencePackages } from './reference/reference-packages.ts';
import { shortenSourceMaps } from './shorten-source-maps.ts';

const PACKAGE = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(PACKAGE, '../..');
const SOURCE = path.join(PACKAGE, 'src');
/**
 * Packages that knex or `pg` load only on demand, and sharp, which operators install beside the
 * server.
 */
const NOT_SHIPPED = [
  'better-sqlite3',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sharp',
  'sqlite3',
  'tedious',
];

const filesBesideTheCode: Plugin = {
  name: 'files-beside-the-code',
  resolveId(source, importer) {
    const file = path.resolve(path.dirname(importer ?? SOURCE), source);
    return file === path.join(SOURCE, 'config/installed-files.ts')
      ? path.join(SOURCE, 'config/installed-files.bundle.ts')
      : null;
  },
};

/**
 * Writes the server and the operator's command for plain Node, without dashboard and documentation.
 * Returns the packages inside. `moreMigrations` are files by the name of the migration.
 */
export async function writeBundle(
  folder: string,
  moreMigrations: Readonly<Record<string, string>> = {},
): Promise<readonly ThirdPartyPackage[]> {
  rmSync(folder, { recursive: true, force: true });
  const packages = await writeCode(folder, moreMigrations);
  cpSync(findOpenApi(), path.join(folder, 'openapi.yaml'));
  cpSync(findReference(), path.join(folder, 'reference.js'));
  cpSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  for (const file of ['README.md', 'CHANGELOG.md']) cpSync(path.join(PACKAGE, file), path.join(folder, file));
  writeManifest(folder);
  return [...packages, ...readReferencePackages()];
}

async function writeCode(
  folder: string,
  moreMigrations: Readonly<Record<string, string>>,
): Promise<readonly ThirdPartyPackage[]> {
  let packages: readonly ThirdPartyPackage[] = [];
  const programs = ['main', 'start', 'operator/cli/fanfare', 'media/pages/count-pages-process'].map((file) => [
    path.basename(file),
    `${file}.ts`,
  ]);
  const migrations = readdirSync(MIGRATIONS).map((file) => [
    `migrations/${path.parse(file).name}`,
    `db/migrations/${file}`,
  ]);
  const more = Object.entries(moreMigrations).map(([name, file]) => [`migrations/${name}`, file]);
  const input = Object.fromEntries(
    [...programs, ...migrations, ...more].map(([name, file]) => [name, path.resolve(SOURCE, file!)]),
  );
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: NOT_SHIPPED,
    plugins: [
      filesBesideTheCode,
      collectPackages((found) => {
        packages = found;
      }),
    ],
    logLevel: 'silent',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[hash].js',
    comments: false,
    sourcemap: true,
  });
  await bundle.close();
  shortenSourceMaps(folder, ROOT);
  return packages;
}

/** Writes the manifest of the npm package: no dependencies and no install scripts. */
function writeManifest(folder: string): void {
  const { name, version, description, license, homepage, repository, bugs, type, keywords } = JSON.parse(
    readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'),
  );
  const manifest = {
    ...{ name, version, description, license, homepage, repository, bugs, keywords, type },
    engines: { node: '>=22.19' },
    bin: { server: './start.js', fanfare: './fanfare.js' },
    publishConfig: { access: 'public', provenance: true },
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
