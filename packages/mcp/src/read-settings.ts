import { readFileSync } from 'node:fs';

/** Settings of the program, from its environment. */
export type Settings = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly confirm: boolean;
  /** The only folder whose files may be read; null for all. */
  readonly folder: string | null;
};

/** A setting that must be changed: the message says how. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads the settings. No argument takes a key: other users of the machine can read arguments. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const { FANFARE_BASE_URL: baseUrl, FANFARE_API_KEY_FILE: file, FANFARE_MCP_CONFIRM: confirm } = env;
  if (!baseUrl) throw new SettingsError('Set FANFARE_BASE_URL to the address of your Fanfare.');
  const apiKey = file ? readKeyFile(file) : env.FANFARE_API_KEY?.trim();
  if (!apiKey) throw new SettingsError('Set FANFARE_API_KEY, or FANFARE_API_KEY_FILE to a file that holds the key.');
  // Claude Desktop writes a box that is ticked as `true`.
  if (confirm && !['0', '1', 'false', 'true'].includes(confirm))
    throw new SettingsError('FANFARE_MCP_CONFIRM is 1 or 0.');
  return { baseUrl, apiKey, confirm: confirm === '1' || confirm === 'true', folder: env.FANFARE_MCP_FOLDER || null };
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new SettingsError(`FANFARE_API_KEY_FILE: ${file} cannot be read.`);
  }
}
