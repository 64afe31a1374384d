import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SHIPPED = fileURLToPath(new URL('../../../deploy/nginx/fanfare.conf', import.meta.url));
const FIRST_SERVER = /^ {2}server 127\.0\.0\.1:4000(.*)$/m;

type Site = {
  readonly port: number;
  /** Hosts and ports. */
  readonly servers: readonly string[];
};

/**
 * Writes the shipped file as it is, but for its addresses and without TLS, and what an installed
 * nginx has around it. Returns the arguments of the program.
 */
export function nginxArguments(folder: string, { port, servers }: Site): readonly string[] {
  const [upstream = '', , site = ''] = readFileSync(SHIPPED, 'utf8').split(/(?<=^}\n)\n/m);
  const here = [
    upstream.replace(FIRST_SERVER, (_, words: string) =>
      servers.map((server) => `  server ${server}${words}`).join('\n'),
    ),
    site.replace('listen 443 ssl;', `listen 127.0.0.1:${port};`).replace(/^ {2}(?:listen \[|ssl_).*\n/gm, ''),
  ].join('\n');
  const file = path.join(folder, `nginx-${port}.conf`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root; ' : ''}pid ${folder}/nginx-${port}.pid; daemon off; error_log stderr; events {}\nhttp { access_log off; ${places}\n${here}}\n`,
  );
  return ['-c', file];
}
