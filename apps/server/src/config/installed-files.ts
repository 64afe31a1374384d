import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Files that the server reads without import; the bundle has `installed-files.bundle.ts` instead.
 */
const require = createRequire(import.meta.url);
const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const MIGRATIONS = new URL('../db/migrations/', import.meta.url);
export const DASHBOARD_FOLDER = at('../../../dashboard/dist');
export const DOCS_FOLDER = at('../../../docs/dist');
/** Markdown of the documentation, for a checkout without a build. */
export const DOCS_SOURCE: string | null = at('../../../../docs');
export const DEV_FOLDER = at('../../../../.fanfare');
/**
 * Folder of Node's compile cache, which halves the time to load the code. It is in the checkout and
 * not in the machine's temporary folder, because its content is executed.
 */
export const COMPILE_CACHE = at('../../../../.fanfare/compile-cache');

/** Program that counts the pages of a file. */
export const PAGE_COUNTER = new URL('../media/pages/count-pages-process.ts', import.meta.url);

export const MANIFEST = at('../../package.json');

export const findOpenApi = (): string => require.resolve('@fanfare/contract/openapi.yaml');
/** Script of the reference page, beside the modules that the package exports. */
export const findReference = (): string =>
  path.join(path.dirname(require.resolve('@scalar/api-reference')), 'browser/standalone.js');
