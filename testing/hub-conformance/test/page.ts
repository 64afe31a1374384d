import { readFileSync } from 'node:fs';

/** The text of a driver's page under docs/hubs. */
export function pageOf(driver: string): string {
  return readFileSync(new URL(`../../../docs/hubs/${driver}.md`, import.meta.url), 'utf8');
}
