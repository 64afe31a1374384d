import { readFileSync } from 'node:fs';

/** The text of a network's page under docs/networks. */
export function pageOf(network: string): string {
  return readFileSync(new URL(`../../../../docs/networks/${network}.md`, import.meta.url), 'utf8');
}
