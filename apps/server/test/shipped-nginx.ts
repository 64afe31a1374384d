import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeNginx } from './nginx.ts';

const SHIPPED = fileURLToPath(new URL('../../../deploy/nginx/fanfare.conf', import.meta.url));
const FIRST_SERVER = /^ {2}server 127\.0\.0\.1:4000(.*)$/m;

type Site = {
  readonly port: number;
  /** Hosts and ports. */
  readonly servers: readonly string[];
};

/**
 * Writes the shipped file as it is, except for its addresses and without TLS. Returns the arguments
 * of nginx.
 */
export function nginxArguments(folder: string, { port, servers }: Site): readonly string[] {
  const [upstream = '', , site = ''] = readFileSync(SHIPPED, 'utf8').split(/(?<=^}\n)\n/m);
  const lines = (_: string, words: string): string => servers.map((server) => `  server ${server}${words}`).join('\n');
  return writeNginx(
    folder,
    `${upstream.replace(FIRST_SERVER, lines)}\n${site
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace(/^ {2}(?:listen \[|ssl_).*\n/gm, '')}`,
  );
}
