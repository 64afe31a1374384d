import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the files are that the server reads and that are not imported. In the bundle, `installed-files.bundle.ts` takes the place of this file. */
const require = createRequire(import.meta.url);
const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const MIGRATIONS = new URL('../db/migrations/', import.meta.url);
/** Where `pnpm --filter @fanfare/dashboard build` writes the dashboard. */
export const DASHBOARD_FOLDER = at('../../../dashboard/dist');
/** Where `pnpm docs:build` writes the documentation. */
export const DOCS_FOLDER = at('../../../docs/dist');
/** Its pages in Markdown, for a checkout in which it is not built. */
export const DOCS_SOURCE: string | null = at('../../../../docs');
/** The data of `pnpm dev`. */
export const DEV_FOLDER = at('../../../../.fanfare');
/**
 * The folder of Node's compile cache, which halves the time to load the code. In the checkout and not in the machine's temporary folder, because its content
 * is executed.
 */
export const COMPILE_CACHE = at('../../../../.fanfare/compile-cache');

/** Has the version. */
export const MANIFEST = at('../../package.json');

export const findOpenApi = (): string => require.resolve('@fanfare/contract/openapi.yaml');
/** The script of the reference page, beside the modules that the package exports. */
export const findReference = (): string =>
  path.join(path.dirname(require.resolve('@scalar/api-reference')), 'browser/standalone.js');
