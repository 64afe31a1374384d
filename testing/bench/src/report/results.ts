import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../installation/installation.ts';
import type { Options } from '../measure.ts';
import type { MeasureResult } from '../run-measure.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The machine and the settings of a measure. */
export type Machine = {
  readonly cpu: string;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string;
  /** The last commit that changed it, with `+` for later changes; absent without git. */
  readonly commit?: string;
  readonly options: Options;
};

/** The result of one run, as `results.json` keeps it. */
export type StoredResult = MeasureResult & {
  readonly machine: Machine;
  readonly at: string;
  /** The whole measure, with what it had to prepare. */
  readonly tookSeconds?: number;
};
export type Results = { readonly measures: readonly StoredResult[] };

export async function describeMachine({ db }: Installation, options: Options): Promise<Machine> {
  const { rows } = await db.query<{ postgres: string }>(
    `select current_setting('server_version') || ', fsync ' || current_setting('fsync') || ', synchronous_commit ' || current_setting('synchronous_commit')
       || ', shared_buffers ' || current_setting('shared_buffers') as postgres`,
  );
  return {
    cpu: `${cpus().length} x ${cpus()[0]?.model.trim()}`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: rows[0]!.postgres,
    ...describeCommit(),
    options,
  };
}

/** Folders that may differ between two versions that are measured. */
const MEASURED = ['apps/server', 'packages', 'testing/bench/src'];

function describeCommit(): { readonly commit?: string } {
  try {
    const commit = git('log', '-1', '--format=%h', '--', ...MEASURED);
    return { commit: git('status', '--porcelain', '--', ...MEASURED) === '' ? commit : `${commit}+` };
  } catch {
    return {};
  }
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
