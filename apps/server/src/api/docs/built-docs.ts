import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isErrorCode } from '../../process/is-error-code.ts';

/** Prefix that the build writes before every address, because it does not know the base path. */
const BUILT_BASE = '/__fanfare_docs__/';
const TEXT = /\.(?:html|js|css|json|svg|txt|md|xml)$/;
/** Names that the build gives: no parent folder, no hidden file. */
export const DOCS_NAME = /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*$/;

/** Reads a built file by its path below `/docs/`, with addresses below `base`; null for none. */
export async function readDocsFile(folder: string, name: string, base: string): Promise<Buffer | null> {
  if (!DOCS_NAME.test(name)) return null;
  try {
    const content = await readFile(path.join(folder, name));
    return TEXT.test(name) ? Buffer.from(content.toString('utf8').replaceAll(BUILT_BASE, base)) : content;
  } catch (error) {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'EISDIR') || isErrorCode(error, 'ENOTDIR')) return null;
    throw error;
  }
}

/** Hashes of a page's inline scripts, for its Content-Security-Policy. */
export const scriptHashes = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
