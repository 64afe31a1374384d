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
/** Everything that is published. `pnpm pack` builds first and packs what is built. */
export const PUBLISHED = [
  'packages/sdk',
  'packages/mock',
  'packages/cli',
  'packages/mcp',
  'packages/hubs/kit',
  'integrations/n8n',
  'apps/server',
];

/** Packs everything that is published into the folder, as `pnpm pack` does it for anybody. */
export async function packRelease(folder: string): Promise<readonly Release[]> {
  const releases: Release[] = [];
  for (const published of PUBLISHED) {
    const at = path.join(ROOT, published);
    await run(at, 'npx', ['--yes', 'pnpm@10.34.9', 'pack', '--pack-destination', folder], process.env);
    const { name, version, publishConfig } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
    releases.push({
      name,
      version,
      folder: path.join(at, publishConfig.directory ?? ''),
      tarball: path.join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`),
    });
  }
  return releases;
}
