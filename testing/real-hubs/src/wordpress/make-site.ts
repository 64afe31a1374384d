import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../run-to-end.ts';
import type { WordpressPackages } from './find-packages.ts';
import { ROLES, type Role, USERNAMES, type WordpressUser } from './users.ts';

const INSTALL = fileURLToPath(new URL('./site/install.php', import.meta.url));
const PLUGIN = fileURLToPath(new URL('../../../../integrations/wordpress/hub-connect', import.meta.url));

/** Categories of the sites, beside WordPress's own `uncategorized`. */
const CATEGORIES = { news: 'News', events: 'Events', 'release-notes': 'Release notes' };

/** Settings of an installer. Without them parallel first requests make up different ones. */
const SECRETS = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [`${name}_KEY`, `${name}_SALT`]);

export type Site = { readonly users: Readonly<Record<Role, WordpressUser>>; readonly version: string };

/** Copies WordPress and our plugin into `root` and installs a site there. */
export async function makeSite(
  root: string,
  at: { readonly url: string; readonly socket: string; readonly packages: WordpressPackages },
): Promise<Site> {
  cpSync(at.packages.source, root, { recursive: true, dereference: true });
  rmSync(path.join(root, 'wp-config.php'), { force: true });
  cpSync(PLUGIN, path.join(root, 'wp-content/plugins/hub-connect'), { recursive: true });
  for (const folder of ['uploads', 'mu-plugins']) mkdirSync(path.join(root, 'wp-content', folder), { recursive: true });
  writeFileSync(path.join(root, 'wp-config.php'), configOf(at));
  const users = ROLES.map((role) => ({ role, username: USERNAMES[role], password: randomBytes(12).toString('hex') }));
  const settings = {
    url: at.url,
    title: 'Community & friends',
    users,
    categories: CATEGORIES,
    theme: at.packages.theme,
  };
  const output = await runToEnd('php', [INSTALL], { cwd: root, input: JSON.stringify(settings) });
  const { ids, version } = JSON.parse(output.slice(output.lastIndexOf('\n'))) as {
    ids: Readonly<Record<Role, number>>;
    version: string;
  };
  const withId = users.map(({ role, ...user }) => [role, { id: ids[role], ...user }] as const);
  return { users: Object.fromEntries(withId) as Site['users'], version };
}

/** Application passwords need HTTPS or `local`. The site calls nobody and sends no mail. */
function configOf({ url, socket }: { readonly url: string; readonly socket: string }): string {
  const constants = {
    DB_NAME: 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    WP_HOME: url,
    WP_SITEURL: url,
    ...Object.fromEntries(SECRETS.map((name) => [name, randomBytes(32).toString('hex')])),
    WP_ENVIRONMENT_TYPE: 'local',
    WP_HTTP_BLOCK_EXTERNAL: true,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    FS_METHOD: 'direct',
    WP_DISABLE_FATAL_ERROR_HANDLER: true,
    WP_DEBUG: true,
    WP_DEBUG_DISPLAY: false,
    WP_DEBUG_LOG: true,
  };
  const lines = Object.entries(constants).map(([name, value]) => `define( '${name}', ${phpOf(value)} );`);
  return `<?php
${lines.join('\n')}
$table_prefix = 'wp_';
if ( ! function_exists( 'wp_mail' ) ) {
	function wp_mail() {
		return true;
	}
}
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`;
}

const phpOf = (value: string | boolean): string => (typeof value === 'string' ? `'${value}'` : String(value));
