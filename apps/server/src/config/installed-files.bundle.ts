import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of `installed-files.ts` in the bundle: all stand beside the code. */
const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const MIGRATIONS = new URL('./migrations/', import.meta.url);
export const DASHBOARD_FOLDER = at('./dashboard');
export const DOCS_FOLDER = at('./docs');
/** Every build has the site. */
export const DOCS_SOURCE: string | null = null;
/** The data of a server that brings its own PostgreSQL: in the folder where it is started. */
export const DEV_FOLDER = path.resolve('.fanfare');
export const COMPILE_CACHE = at('./compile-cache');
export const MANIFEST = at('./package.json');
export const findOpenApi = (): string => at('./openapi.yaml');
export const findReference = (): string => at('./reference.js');
