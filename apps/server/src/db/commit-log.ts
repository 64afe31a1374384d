import { mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config/config.ts';
import { isErrorCode } from '../process/is-error-code.ts';
import type { Logger } from '../process/log/log.ts';

/** Shortest time between two writes of the file. */
const PAUSE_MS = 200;
const FILE = 'commits.json';

type State = {
  /** The name of this server, as long as its file exists. */
  readonly server: string;
  /** The history of the database in which the commits are; null before the first connection. */
  readonly history: string | null;
  /** Time at which an operator last accepted the data, as far as this server knows; 0 for never. */
  readonly acceptedMs: number;
  readonly commits: readonly string[];
};

/** The transactions that the database confirmed to this server last. */
export type CommitLog = {
  readonly server: string;
  /** Call it before a transaction begins, and give the result to `confirm`. */
  begin(): number;
  /** Call it when the database has confirmed the commit. */
  confirm(id: string, begun: number): void;
  /** Ids of commits. A copy of the data that has these has all that were confirmed. */
  last(): readonly string[];
  known(): Pick<State, 'history' | 'acceptedMs'>;
  /** Records which history of the database has the commits. */
  adopt(known: Pick<State, 'history' | 'acceptedMs'>): void;
  /** Forgets the commits: an operator has accepted data without them. */
  forget(): void;
  /** Writes the file a last time. */
  stop(): Promise<void>;
};

/**
 * Opens the log, with what an earlier process left in `folder`; null keeps it in memory. Commits
 * are in the log of the database in their order, so a commit proves each that was confirmed before
 * it began. What is left are the last ones and those that ran beside them: about one a connection.
 */
export function openCommitLog(deps: {
  readonly folder: string | null;
  readonly newServer: () => string;
  readonly log: Logger;
}): CommitLog {
  const file = deps.folder === null ? null : path.join(deps.folder, FILE);
  if (deps.folder !== null) makeFolder(deps.folder);
  const stored = file === null ? null : readState(file);
  const { server } = stored ?? { server: deps.newServer() };
  let known = { history: stored?.history ?? null, acceptedMs: stored?.acceptedMs ?? 0 };
  let answers = 0;
  let last = (stored?.commits ?? []).map((id) => ({ id, answer: 0 }));
  const ids = () => last.map(({ id }) => id);

  const write = async (name: string): Promise<void> => {
    const state: State = { server, ...known, commits: ids() };
    // Killed processes lose nothing; after a power failure the file may be an older one.
    await writeFile(`${name}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${name}.new`, name);
  };
  let changed = false;
  let writing: Promise<void> | null = null;
  let stopped = false;
  const save = (): void => {
    changed = true;
    if (file === null || writing || stopped) return;
    writing = (async () => {
      while (changed && !stopped) {
        changed = false;
        await write(file).catch((err: unknown) => deps.log.error({ err }, 'STATE_DIR cannot be written'));
        await sleep(PAUSE_MS);
      }
      writing = null;
    })();
  };

  return {
    server,
    begin: () => answers,
    confirm(id, begun) {
      last = last.filter(({ answer }) => answer > begun);
      last.push({ id, answer: ++answers });
      save();
    },
    last: ids,
    known: () => known,
    adopt(next) {
      if (next.history === known.history && next.acceptedMs === known.acceptedMs) return;
      known = next;
      save();
    },
    forget() {
      last = [];
      save();
    },
    async stop() {
      stopped = true;
      await writing;
      if (file !== null && changed) await write(file);
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(`STATE_DIR: ${folder} cannot be created (${reasonOf(error)}).`);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

function readState(file: string): State | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State;
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw new ConfigError(
      `STATE_DIR: ${file} cannot be read (${reasonOf(error)}). Delete it; a server on a promoted database then starts after "fanfare recover".`,
    );
  }
}
