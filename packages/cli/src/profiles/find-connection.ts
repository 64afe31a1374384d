import { readFileSync } from 'node:fs';
import { CliError } from '../cli-error.ts';
import { EXIT } from '../exit-code.ts';
import { type Profile, readProfiles } from './profile-file.ts';

/** Address and key of a Fanfare, and the source that named them. */
export type Connection = Profile & { readonly source: string };

type Deps = { readonly env: NodeJS.ProcessEnv; readonly platform: NodeJS.Platform };

export type ConnectionOptions = {
  readonly profile?: string | undefined;
  readonly apiKeyFile?: string | undefined;
};

/**
 * Takes the profile that `--profile` names, else the environment, else the profile of the last
 * `login`. The environment is taken as a whole, so that no stored key is sent to another address.
 */
export function findConnection(deps: Deps, { profile, apiKeyFile }: ConnectionOptions): Connection {
  const { FANFARE_BASE_URL: baseUrl, FANFARE_API_KEY } = deps.env;
  if (profile !== undefined && apiKeyFile !== undefined)
    throw new CliError('--profile and --api-key-file both name a key: give one of them.');
  if (profile !== undefined) return ofProfile(deps, profile);
  const apiKey = apiKeyFile === undefined ? FANFARE_API_KEY : readKeyFile(apiKeyFile);
  if (baseUrl && apiKey) {
    const source = apiKeyFile === undefined ? 'environment' : apiKeyFile;
    return { baseUrl: readAddress(baseUrl, 'FANFARE_BASE_URL'), apiKey: apiKey.trim(), source };
  }
  if (apiKey)
    throw new CliError('Set FANFARE_BASE_URL to the address of your Fanfare, such as https://fanfare.example.com.');
  if (baseUrl)
    throw new CliError(
      'FANFARE_BASE_URL is set without a key. Set FANFARE_API_KEY too, or name a file that holds it with --api-key-file, or unset FANFARE_BASE_URL to use your profile.',
      EXIT.auth,
    );
  return ofProfile(deps, null);
}

function ofProfile(deps: Deps, given: string | null): Connection {
  const { current, profiles } = readProfiles(deps);
  const name = given ?? current;
  const found = name !== null && Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return { ...found, source: `profile ${name}` };
  if (given === null)
    throw new CliError(
      'There is no key. Run "fanfare-cli login", or set FANFARE_BASE_URL and FANFARE_API_KEY.',
      EXIT.auth,
    );
  const names = Object.keys(profiles);
  throw new CliError(
    `There is no profile "${given}". ${names.length === 0 ? 'Run: fanfare-cli login' : `Profiles: ${names.join(', ')}`}`,
    EXIT.auth,
  );
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new CliError(`--api-key-file: ${file} cannot be read.`);
  }
}

/** An address without its trailing slash. Throws CliError for anything else. */
export function readAddress(text: string, from: string): string {
  const url = URL.parse(text);
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
  if (!isAddress) throw new CliError(`${from} is not an http or https address, such as https://fanfare.example.com.`);
  return (url.origin + url.pathname).replace(/(\/api\/v1)?\/*$/, '');
}
