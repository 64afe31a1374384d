import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Fanfare to try things with. What is null is not known of one that the environment names. */
export type DevService = {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The simulated networks that stand in for the real ones. */
  readonly sandboxUrl: string | null;
  /** A PostgreSQL in which an example may create its own tables. */
  readonly databaseUrl: string | null;
};

export const HOW_TO_START = `Start it in another terminal, leave it running, and try again:

  npx --yes pnpm@10.34.9 dev

An instance of your own is named by FANFARE_BASE_URL and FANFARE_API_KEY.`;

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * The service that the environment names, else the one that `pnpm dev` wrote down in
 * `.fanfare/dev.json`. Throws an Error with a sentence for people when there is none.
 *
 * @example
 * const fanfare = new Fanfare(findService(process.env));
 */
export function findService(env: Readonly<Record<string, string | undefined>>): DevService {
  const { FANFARE_BASE_URL: baseUrl, FANFARE_API_KEY: apiKey } = env;
  if (!baseUrl !== !apiKey) {
    throw new Error('FANFARE_BASE_URL and FANFARE_API_KEY belong together: set both, or none of them.');
  }
  const dev: Partial<DevService> =
    baseUrl && apiKey ? { baseUrl, apiKey } : readDevState(env.FANFARE_FOLDER || path.join(REPOSITORY, '.fanfare'));
  // A service that was stopped leaves its keys behind for the next start, and takes its address
  // away.
  if (!dev.baseUrl || !dev.apiKey) throw new Error(`Fanfare is not running. ${HOW_TO_START}`);
  return {
    baseUrl: withoutSlash(dev.baseUrl),
    apiKey: dev.apiKey,
    sandboxUrl: withoutSlash(env.SANDBOX_URL || dev.sandboxUrl || '') || null,
    databaseUrl: env.DATABASE_URL || dev.databaseUrl || null,
  };
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

function readDevState(folder: string): Partial<DevService> {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8'));
  } catch {
    return {};
  }
}
