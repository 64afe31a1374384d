import { readFileSync } from 'node:fs';

/** Address of the API, and whether a person agrees first. */
export type Address = { readonly baseUrl: string; readonly confirm: boolean };

/** Settings of the program, from its environment. */
export type Settings = Address & {
  readonly apiKey: string;
  /** The only folder whose files may be read; null for all. */
  readonly folder: string | null;
};

/** A setting that must be changed: the message says how. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads what needs no key. Throws `SettingsError`. */
export function readAddress({ FANFARE_BASE_URL: baseUrl, FANFARE_MCP_CONFIRM: confirm }: NodeJS.ProcessEnv): Address {
  if (!baseUrl) throw new SettingsError('Set FANFARE_BASE_URL to the address of your Fanfare.');
  // Claude Desktop writes a box that is ticked as `true`.
  if (confirm && !['0', '1', 'false', 'true'].includes(confirm))
    throw new SettingsError('FANFARE_MCP_CONFIRM is 1 or 0.');
  return { baseUrl, confirm: confirm === '1' || confirm === 'true' };
}

/**
 * Reads the settings. No argument takes a key: other users of the machine can read arguments.
 * Throws `SettingsError`.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const address = readAddress(env);
  const { FANFARE_API_KEY_FILE: file, FANFARE_API_KEY: key, FANFARE_MCP_FOLDER: folder } = env;
  const apiKey = file ? readKeyFile(file) : key?.trim();
  if (!apiKey) throw new SettingsError('Set FANFARE_API_KEY, or FANFARE_API_KEY_FILE to a file that holds the key.');
  return { ...address, apiKey, folder: folder || null };
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new SettingsError(`FANFARE_API_KEY_FILE: ${file} cannot be read.`);
  }
}
