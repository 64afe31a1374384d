import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '@fanfare/rules';
import { isErrorCode } from '../process/is-error-code.ts';

const COMPRESSED = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
];
/** Names that the build gives: no folder, no compressed copy. */
const ASSET = /^[\w-][\w.-]*\.(?:js|css|svg|woff2|png|webp|map)$/;

export type Asset = { readonly file: string; readonly encoding: string | null };

/** Finds a file of the build in the first available encoding. */
export function findAsset(folder: string, name: string, encodings: readonly string[]): Asset | null {
  if (!ASSET.test(name)) return null;
  const file = path.join(folder, 'assets', name);
  const compressed = COMPRESSED.find(
    ({ encoding, ending }) => encodings.includes(encoding) && existsSync(file + ending),
  );
  if (compressed) return { file: file + compressed.ending, encoding: compressed.encoding };
  return existsSync(file) ? { file, encoding: null } : null;
}

export type IndexParts = {
  /** `''` or `/fanfare`. */
  readonly basePath: string;
  readonly title: string;
  /** CSS after that of the build; null for none. */
  readonly style: string | null;
};

/** Reads `index.html` each time, because a build may end meanwhile; null when it is not built. */
export async function readIndex(folder: string, { basePath, title, style }: IndexParts): Promise<string | null> {
  try {
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');
    const head = style === null ? '</head>' : `<style>${style}</style></head>`;
    return html
      .replaceAll('"./assets/', `"${basePath}/assets/`)
      .replace('<html ', `<html data-base="${basePath}" `)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace('</head>', () => head);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
