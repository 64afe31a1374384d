import path from 'node:path';
import { ConfigError, type MediaPlace, readDatabaseUrl, readFolder, readMediaPlace } from '../../config/config.ts';
import { explainFileFailure } from '../../config/installation/file-failure.ts';
import { DEV_FOLDER } from '../../config/installed-files.ts';
import { type DatabasePool, openDatabase } from '../../db/database.ts';
import { explainDatabaseFailure } from '../../db/database-failure.ts';
import { readDevState } from '../dev/dev-state.ts';
import { type Command, type Definition, defineCommand } from './command.ts';
import { say } from './say.ts';

/** Expected failure: its message is printed without a stack, with exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Returns DATABASE_URL, or the database of the development service in this folder. */
function findDatabaseUrl(): string {
  const url = readDatabaseUrl() ?? readOwnDevState().databaseUrl;
  if (!url) {
    throw new CommandError(
      'DATABASE_URL is not set and no development service runs from this folder. Set it: DATABASE_URL=postgres://user:password@host:5432/fanfare',
    );
  }
  return url;
}

const readOwnDevState = () => readDevState(path.resolve(readFolder() ?? DEV_FOLDER));

export const readDevBaseUrl = (): string | undefined => readOwnDevState().baseUrl;

/** Returns MEDIA_DIR or the bucket, else the folder of the service with its own database. */
export function findMediaPlace(): MediaPlace {
  const place = readMediaPlace();
  if (place.folder !== null || place.s3 !== null || readDatabaseUrl()) return place;
  return { folder: path.join(path.resolve(readFolder() ?? DEV_FOLDER), 'media'), s3: null };
}

/** Opens the database for one command. Prints an expected failure and sets exit code 1. */
function withDatabase(work: (db: DatabasePool) => Promise<void>): Promise<void> {
  return withDatabaseUrl(async (url) => {
    const db = openDatabase({ url, maxConnections: 2, onError: () => undefined });
    try {
      await work(db);
    } finally {
      await db.close();
    }
  });
}

/** Defines a command with an open database. */
export function databaseCommand<
  Positional extends string = never,
  Option extends string = never,
  Flag extends string = never,
>({ run, ...command }: Definition<Positional, Option, Flag, [db: DatabasePool]>): Command {
  return defineCommand<Positional, Option, Flag>({
    ...command,
    run: (args, more) => withDatabase((db) => run(db, args, more)),
  });
}

/** Runs a command that opens the database itself. */
export async function withDatabaseUrl(work: (url: string) => Promise<void>): Promise<void> {
  let url = '';
  try {
    url = findDatabaseUrl();
    await work(url);
  } catch (error) {
    const isExpected = error instanceof CommandError || error instanceof ConfigError;
    const message = isExpected ? error.message : (explainFileFailure(error) ?? explainDatabaseFailure(error, url));
    if (message === null) throw error;
    say.error(message);
    process.exitCode = 1;
  }
}
