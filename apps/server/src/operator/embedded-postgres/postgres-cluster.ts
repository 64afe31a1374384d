import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { PostgresBinaries, UnprivilegedUser } from './postgres-binaries.ts';
import { stopPostmasterOf } from './postmaster.ts';
import { runProgram } from './run-program.ts';
import { writeDurably } from './write-durably.ts';

type Options = {
  readonly home: string;
  readonly binaries: PostgresBinaries;
  readonly user: UnprivilegedUser | null;
};

/** Returns the data folder and superuser password below `home`; creates them at first use. */
export async function openCluster(options: Options): Promise<{ data: string; password: string }> {
  const data = path.join(options.home, 'data');
  const passwordFile = path.join(options.home, 'password');
  const versionFile = path.join(data, 'PG_VERSION');
  if (!existsSync(versionFile) || !existsSync(passwordFile)) {
    // The files were deleted while a server was left running.
    await stopPostmasterOf(data);
    await initialise({ ...options, data, passwordFile });
  }
  const made = readFileSync(versionFile, 'utf8').trim();
  const { majorVersion } = options.binaries;
  if (made !== majorVersion) {
    throw new Error(
      `The data in ${options.home} was created by PostgreSQL ${made}, but the bundled version is now ${majorVersion}. Delete that folder to start with an empty database, or set DATABASE_URL.`,
    );
  }
  return { data, password: readFileSync(passwordFile, 'utf8').trim() };
}

async function initialise(at: Options & { readonly data: string; readonly passwordFile: string }): Promise<void> {
  // Renamed when complete, so that an interrupted first start leaves no half-made cluster.
  const unfinished = `${at.data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(at.data, { recursive: true, force: true });
  writeDurably(at.passwordFile, randomBytes(24).toString('base64url'));
  if (at.user) chownSync(at.passwordFile, at.user.uid, at.user.gid);
  const run = await runProgram(
    path.join(at.binaries.bin, 'initdb'),
    [
      '-D',
      unfinished,
      '-U',
      'fanfare',
      '-A',
      'scram-sha-256',
      '--pwfile',
      at.passwordFile,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-instructions',
      '--no-sync',
    ],
    { ...at.user, cwd: at.home, env: { LC_ALL: 'C', TZ: 'UTC' } },
  );
  if (run.code !== 0) throw new Error(`PostgreSQL could not create its data folder ${at.data}:\n${run.stderr}`);
  renameSync(unfinished, at.data);
}
