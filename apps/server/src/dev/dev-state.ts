import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DevKeys } from './dev-projects.ts';

/** `.fanfare/dev.json`: where the running development service is and how to call it. */
export type DevState = DevKeys & {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly pid: number;
  /** Account ids of the development project, one per network. */
  readonly accounts: Readonly<Record<string, string>>;
};

export type DevFolder = {
  readonly path: string;
  readonly stateFile: string;
  read(): Partial<DevState>;
  write(state: DevState): void;
  /** Keeps the keys for the next start and drops everything that is no longer true. */
  markStopped(): void;
  /** The key that seals credentials on this machine; made once. */
  encryptionKeys(): string;
};

/** The folder a checkout keeps its development data in. Only its owner can read what is secret in it. */
export function openDevFolder(folder: string): DevFolder {
  mkdirSync(folder, { recursive: true });
  const stateFile = path.join(folder, 'dev.json');
  const keyFile = path.join(folder, 'encryption-key');
  const read = (): Partial<DevState> => {
    try {
      return JSON.parse(readFileSync(stateFile, 'utf8')) as Partial<DevState>;
    } catch {
      return {};
    }
  };
  const writeWhole = (file: string, text: string): void => {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    path: folder,
    stateFile,
    read,
    write: (state) => writeWhole(stateFile, `${JSON.stringify(state, null, 2)}\n`),
    markStopped() {
      const { apiKey, otherProjectApiKey, smallPlanApiKey } = read();
      if (apiKey === undefined) rmSync(stateFile, { force: true });
      else writeWhole(stateFile, `${JSON.stringify({ apiKey, otherProjectApiKey, smallPlanApiKey }, null, 2)}\n`);
    },
    encryptionKeys() {
      if (!existsSync(keyFile)) writeWhole(keyFile, `dev:${randomBytes(32).toString('base64')}\n`);
      return readFileSync(keyFile, 'utf8').trim();
    },
  };
}
