import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('../clients', import.meta.url));

export type ClientName =
  | 'twitter-api-v2'
  | '@xdevplatform/xdk'
  | 'linkedin-api-client'
  | 'arctic'
  | 'facebook-nodejs-business-sdk';

/** Installs the pinned clients of networks in their own folder. None of them runs a script. */
export const installClients = (): void => installPinned(FOLDER, { size: '50 MB' });

type Installing = {
  readonly size: string;
  /** `install` where the lock file lacks an optional package that the registry did not have. */
  readonly command?: 'ci' | 'install';
};

/** Installs what a folder pins, unless it has. No package runs a script. */
export function installPinned(folder: string, { size, command = 'ci' }: Installing): void {
  const pinned = Object.entries(read(path.join(folder, 'package.json')).dependencies ?? {});
  if (pinned.every(([name, version]) => installedVersion(folder, name) === version)) return;
  console.log(`Installing the clients (${size}, once)…`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, [command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

export function pinnedVersion(name: ClientName): string {
  return String(read(path.join(FOLDER, 'package.json')).dependencies?.[name]);
}

/** A client of a package. `Shape` is the part used here: its types are not installed. */
export async function loadClient<Shape>(name: ClientName): Promise<Shape> {
  const resolved = createRequire(path.join(FOLDER, 'package.json')).resolve(name);
  const loaded: Shape & { readonly default?: Shape } = await import(pathToFileURL(resolved).href);
  // A CommonJS package whose names cannot be read from its source has them all below `default`.
  return Object.keys(loaded).length <= 2 && loaded.default ? loaded.default : loaded;
}

function installedVersion(folder: string, name: string): string | null {
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? String(read(manifest).version) : null;
}

function read(file: string): { readonly version?: string; readonly dependencies?: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(file, 'utf8'));
}
