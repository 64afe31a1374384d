import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Environment in which the machine's nginx is found. */
export const NGINX_ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

export const hasNginx = spawnSync('nginx', ['-v'], { env: NGINX_ENV }).error === undefined;

/**
 * Writes what an installed nginx has around a site, with all its files in `folder`. Returns the
 * arguments of the program.
 */
export function writeNginx(folder: string, site: string): readonly string[] {
  const file = path.join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const root = process.getuid?.() === 0 ? 'user root; ' : '';
  writeFileSync(
    file,
    `${root}pid ${folder}/nginx.pid; daemon off; error_log stderr; events {}\nhttp { access_log off; ${places}\n${site}}\n`,
  );
  return ['-c', file, '-p', folder];
}
