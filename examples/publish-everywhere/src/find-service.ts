import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where Fanfare listens, the key that opens one project of it, and the simulated networks that stand in for the real ones. */
export type Service = { readonly baseUrl: string; readonly apiKey: string; readonly sandboxUrl: string };

export const HOW_TO_START = `Start it in another terminal, leave it running, and try again:

  npx --yes pnpm@10.34.9 dev

An instance of your own is named by FANFARE_URL, FANFARE_API_KEY and SANDBOX_URL.`;

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** The service that the environment names, else the one that `pnpm dev` wrote down in `.fanfare/dev.json`. */
export function findService(env: Readonly<Record<string, string | undefined>>): Service {
  const { FANFARE_URL: baseUrl, FANFARE_API_KEY: apiKey, SANDBOX_URL: sandboxUrl } = env;
  if (baseUrl && apiKey && sandboxUrl) {
    return { baseUrl: withoutSlash(baseUrl), apiKey, sandboxUrl: withoutSlash(sandboxUrl) };
  }
  if (baseUrl || apiKey || sandboxUrl) {
    throw new Error('FANFARE_URL, FANFARE_API_KEY and SANDBOX_URL belong together: set all three, or none of them.');
  }
  const dev = readDevState(env.FANFARE_FOLDER || path.join(REPOSITORY, '.fanfare'));
  // A service that was stopped leaves its keys behind for the next start, and takes its address away.
  if (!dev.baseUrl || !dev.apiKey || !dev.sandboxUrl) throw new Error(`Fanfare is not running. ${HOW_TO_START}`);
  return { baseUrl: dev.baseUrl, apiKey: dev.apiKey, sandboxUrl: dev.sandboxUrl };
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

function readDevState(folder: string): Partial<Service> {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8'));
  } catch {
    return {};
  }
}
