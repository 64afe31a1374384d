import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

/** A package as npm gets it. */
export type Release = {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  readonly folder: string;
};

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Packages whose `prepack` builds them. */
const LIBRARIES = ['packages/sdk', 'packages/mock', 'packages/cli', 'packages/hubs/kit'];
const SERVER = path.join(ROOT, 'apps/server/dist');

/** Builds everything that is published and packs it into the folder. */
export async function packRelease(folder: string): Promise<readonly Release[]> {
  const pnpm = (...args: string[]): Promise<string> =>
    run(ROOT, 'npx', ['--yes', 'pnpm@10.34.9', ...args], process.env);
  const filters = LIBRARIES.flatMap((library) => ['--filter', `./${library}`]);
  await pnpm('--recursive', ...filters, 'pack', '--pack-destination', folder);
  await pnpm('build');
  await run(SERVER, 'npm', ['pack', '--pack-destination', folder], process.env);
  return [...LIBRARIES.map((library) => path.join(ROOT, library)), SERVER].map((at) => {
    const { name, version } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
    return {
      name,
      version,
      folder: at,
      tarball: path.join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`),
    };
  });
}
