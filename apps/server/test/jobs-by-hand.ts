import { JOB_NAMES, type JobName, type JobRuns } from '../src/jobs/job-list.ts';
import type { startJobs } from '../src/jobs/start-jobs.ts';

/** Jobs that pg-boss would run at its times. */
export type JobsByHand = {
  /** In place of pg-boss, which `test/jobs` uses: a job that is woken runs at once. */
  readonly start: typeof startJobs;
  /** Runs a job after those of its runs that are under way. */
  run(name: JobName): Promise<void>;
  /**
   * Runs what is due each minute and each ten minutes, one after the other. One that fails keeps
   * none from its work.
   */
  tick(): Promise<void>;
};

const OFTEN = JOB_NAMES.filter((name) => name !== 'audit' && name !== 'check-api-versions');

export function createJobsByHand(): JobsByHand {
  const stopping = new AbortController();
  const last = new Map<JobName, Promise<unknown>>();
  let runs: JobRuns | null = null;
  let fail = (_name: JobName, _err: unknown): void => undefined;

  const run = async (name: JobName): Promise<void> => {
    const turn = Promise.resolve(last.get(name)).then(() =>
      stopping.signal.aborted ? null : runs?.[name](stopping.signal),
    );
    last.set(
      name,
      turn.catch((err: unknown) => fail(name, err)),
    );
    await last.get(name);
  };
  return {
    start(deps) {
      runs = deps.runs;
      fail = (job, err) => stopping.signal.aborted || deps.log.error({ job, err }, 'a job failed');
      return {
        wake: (name) => void run(name),
        async stop() {
          stopping.abort();
          await Promise.all(last.values());
        },
      };
    },
    run,
    async tick() {
      for (const name of OFTEN) await run(name);
    },
  };
}
