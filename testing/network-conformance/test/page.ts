import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The text of a network's page under docs/networks. */
export function pageOf(network: string): string {
  return readFileSync(new URL(`../../../docs/networks/${network}.md`, import.meta.url), 'utf8');
}

/** The file that lists the results of a network's documented errors. */
export function errorsPageOf(network: string): string {
  return fileURLToPath(new URL(`../../../docs/networks/errors/${network}.md`, import.meta.url));
}
