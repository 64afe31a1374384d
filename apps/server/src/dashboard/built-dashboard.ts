import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isErrorCode } from '../is-error-code.ts';

/** Where `pnpm --filter @fanfare/dashboard build` writes the dashboard. */
export const DASHBOARD_FOLDER = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));

const COMPRESSED = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
];
/** A name that the build gives: no folder, no compressed copy. */
const ASSET = /^[\w-][\w.-]*\.(?:js|css|svg|woff2|png|webp|map)$/;

export type Asset = { readonly file: string; readonly encoding: string | null };

/** Finds a file of the build, in the first of the `encodings` in which it exists. */
export function findAsset(folder: string, name: string, encodings: readonly string[]): Asset | null {
  if (!ASSET.test(name)) return null;
  const file = path.join(folder, 'assets', name);
  const compressed = COMPRESSED.find(
    ({ encoding, ending }) => encodings.includes(encoding) && existsSync(file + ending),
  );
  if (compressed) return { file: file + compressed.ending, encoding: compressed.encoding };
  return existsSync(file) ? { file, encoding: null } : null;
}

/**
 * `index.html` for an installation below `basePath` (`''` or `/fanfare`); null when the dashboard is not built. Read each time, because a build may end while the
 * server runs.
 */
export async function readIndex(folder: string, basePath: string): Promise<string | null> {
  try {
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');
    return html.replaceAll('"./assets/', `"${basePath}/assets/`).replace('<html ', `<html data-base="${basePath}" `);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
