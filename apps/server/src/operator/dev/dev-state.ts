import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { writeDurably } from '../embedded-postgres/write-durably.ts';
import type { DevKeys } from './dev-projects.ts';
import type { DevWebhook } from './point-webhook.ts';

/** `.fanfare/dev.json`: addresses and keys of the running development service. */
export type DevState = DevKeys & {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly pid: number;
  readonly webhook: DevWebhook | null;
  /** Account ids of the development project, one per network and one on a hub. */
  readonly accounts: Readonly<Record<string, string>>;
};

export type DevFolder = {
  readonly path: string;
  readonly stateFile: string;
  /** Locked by the development service that uses the folder. */
  readonly lockFile: string;
  write(state: Partial<DevState>): void;
  /** Keeps the keys and the webhook for the next start and removes everything else. */
  markStopped(): void;
  /** Returns the key that seals credentials on this machine; created once. */
  encryptionKeys(): string;
};

const stateFileOf = (folder: string): string => path.join(folder, 'dev.json');

/** Reads the state of the last start; empty when it is missing or damaged. */
export function readDevState(folder: string): Partial<DevState> {
  try {
    const state: unknown = JSON.parse(readFileSync(stateFileOf(folder), 'utf8'));
    return typeof state === 'object' && state !== null ? state : {};
  } catch {
    return {};
  }
}

/** Opens the folder of a checkout's development data. Only its owner can read its secrets. */
export function openDevFolder(folder: string): DevFolder {
  mkdirSync(folder, { recursive: true });
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(
      `${folder} cannot be written by this account; another one may have started Fanfare here. Delete the folder, or set FANFARE_FOLDER to another one.`,
    );
  }
  const stateFile = stateFileOf(folder);
  const keyFile = path.join(folder, 'encryption-key');
  const write = (state: Partial<DevState>): void => {
    const unfinished = `${stateFile}.new`;
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    giveTo(folder, unfinished);
    renameSync(unfinished, stateFile);
  };
  return {
    path: folder,
    stateFile,
    lockFile: path.join(folder, 'dev.lock'),
    write,
    markStopped() {
      // Nothing to keep before the first start; readers of the file expect a service that answers.
      if (!existsSync(stateFile)) return;
      const { apiKey, otherProjectApiKey, smallPlanApiKey, webhook } = readDevState(folder);
      write({ apiKey, otherProjectApiKey, smallPlanApiKey, ...(webhook && { webhook }) });
    },
    encryptionKeys() {
      if (!existsSync(keyFile)) {
        writeDurably(keyFile, `dev:${randomBytes(32).toString('base64')}\n`);
        giveTo(folder, keyFile);
      }
      return readFileSync(keyFile, 'utf8').trim();
    },
  };
}

/** Gives a file of root to the owner of the folder, who can then start as well. */
export function giveTo(folder: string, file: string): void {
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0 && uid !== 0) chownSync(file, uid, gid);
}
