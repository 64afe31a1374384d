import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files of `installed-files.ts` in the bundle, beside the code. */
const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const MIGRATIONS = new URL('./migrations/', import.meta.url);
export const DASHBOARD_FOLDER = at('./dashboard');
export const DOCS_FOLDER = at('./docs');
/** Null, because every build has the site. */
export const DOCS_SOURCE: string | null = null;
/** Data of a server with its own PostgreSQL, in the folder where it starts. */
export const DEV_FOLDER = path.resolve('.fanfare');
export const COMPILE_CACHE = at('./compile-cache');
export const PAGE_COUNTER = new URL('./count-pages-process.js', import.meta.url);
export const MANIFEST = at('./package.json');
export const findOpenApi = (): string => at('./openapi.yaml');
export const findReference = (): string => at('./reference.js');
