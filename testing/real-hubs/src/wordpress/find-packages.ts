import { existsSync, readdirSync } from 'node:fs';
import type { Missing } from '../missing.ts';

/** The folder in which Debian's packages put what a WordPress needs. */
const WORDPRESS = '/usr/share/wordpress';
const NEEDED = {
  wordpress: `${WORDPRESS}/wp-includes/version.php`,
  'php-cli': '/usr/bin/php',
  'mariadb-server': '/usr/sbin/mariadbd',
  'mariadb-client': '/usr/bin/mariadb',
};
const HOW = `On Debian, as root (no service is started; about 20 s):

  printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
  apt-get update && apt-get install -y --no-install-recommends wordpress wordpress-theme-twentytwentythree \\
    php-cli php-mysql php-gd php-curl php-xml php-mbstring php-zip php-intl mariadb-server mariadb-client
  rm /usr/sbin/policy-rc.d`;

export type WordpressPackages = { readonly source: string; readonly theme: string };

/** The installed packages, or what is missing. */
export function findWordpressPackages(): WordpressPackages | Missing {
  const absent = Object.entries(NEEDED).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  const themes = existsSync(`${WORDPRESS}/wp-content/themes`) ? readdirSync(`${WORDPRESS}/wp-content/themes`) : [];
  const theme = themes.find((name) => name.startsWith('twenty'));
  if (theme === undefined) absent.push('wordpress-theme-twentytwentythree');
  if (absent.length > 0 || theme === undefined) {
    return { missing: `A real WordPress needs Debian's packages; missing: ${absent.join(', ')}. ${HOW}` };
  }
  return { source: WORDPRESS, theme };
}
