import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { CliError } from '../cli-error.ts';

/** One Fanfare, and a key of one of its projects. */
export type Profile = { readonly baseUrl: string; readonly apiKey: string };

/** The stored profiles, and which of them is used without `--profile`. */
export type Profiles = { readonly current: string | null; readonly profiles: Readonly<Record<string, Profile>> };

type Deps = { readonly env: NodeJS.ProcessEnv; readonly platform: NodeJS.Platform };

const NONE: Profiles = { current: null, profiles: {} };
const NAME = /^[\w.-]{1,64}$/;

/** `$XDG_CONFIG_HOME/fanfare/config.json`, by default below `~/.config`. */
export function profileFile({ env }: Pick<Deps, 'env'>): string {
  // The standard says that a relative path is to be ignored.
  const given = env.XDG_CONFIG_HOME ?? '';
  const folder = path.isAbsolute(given) ? given : path.join(env.HOME || homedir(), '.config');
  return path.join(folder, 'fanfare', 'config.json');
}

/**
 * Reads the profiles; none when there is no file. Throws CliError for a file that others can read.
 */
export function readProfiles(deps: Deps): Profiles {
  const file = profileFile(deps);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return NONE;
  if (deps.platform !== 'win32') {
    requirePrivate(file, mode, 0o077, 'can be read by other users of this machine', '600');
    const folder = path.dirname(file);
    requirePrivate(folder, statSync(folder).mode, 0o022, 'can be changed by other users of this machine', '700');
  }
  try {
    return checked(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // The error of `JSON.parse` shows a part of the text, which may be a key.
    if (error instanceof CliError) throw error;
    throw new CliError(`${file} cannot be read. Correct it, or delete it and run: fanfare-cli login`);
  }
}

function requirePrivate(name: string, mode: number, wrong: number, why: string, wanted: string): void {
  if ((mode & wrong) === 0) return;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  throw new CliError(
    `${name} ${why} (mode ${shown}), so it is not used. Run: chmod ${wanted} ${name}\nIf somebody may have read it, revoke its keys under Settings → API keys.`,
  );
}

function checked(value: unknown): Profiles {
  const { current = null, profiles = {} } = value as Partial<Profiles>;
  const isWhole = Object.values(profiles).every(
    ({ baseUrl, apiKey }) => typeof baseUrl === 'string' && typeof apiKey === 'string',
  );
  if (!isWhole) throw new TypeError('A profile has no address or no key.');
  return { current, profiles };
}

/** Writes the profiles: a file for its owner alone, which replaces the last one as a whole. */
export function writeProfiles(deps: Deps, profiles: Profiles): void {
  const file = profileFile(deps);
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Throws CliError for a name that no profile can have. */
export function requireName(name: string): string {
  if (NAME.test(name) && name !== '__proto__') return name;
  throw new CliError('--profile: a name has 1 to 64 letters, digits, dots, dashes and underscores.');
}
