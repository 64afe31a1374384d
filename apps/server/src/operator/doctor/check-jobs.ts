import type { Database } from '../../db/database.ts';
import { JOB_NAMES, jobOf } from '../../jobs/job-list.ts';
import { readJobStates } from '../../jobs/job-states.table.ts';
import { type Finding, ok, problem, skipped, warning } from './finding.ts';

/** Failures in a row after which a job does not recover by itself. */
const FAILURES = 3;
const FIX = 'Look for "a job failed" and "the jobs could not be started" in the log of the servers.';

export async function checkJobs({ db }: { readonly db: Database }): Promise<Finding> {
  const states = new Map((await readJobStates(db)).map((state) => [state.name, state]));
  if (!JOB_NAMES.some((name) => states.has(name))) return skipped('jobs', 'No server has started its jobs yet.');
  const failing: string[] = [];
  const late: string[] = [];
  for (const name of JOB_NAMES) {
    const state = states.get(name);
    if (!state) late.push(`${name} has never been started`);
    else if (state.failures >= FAILURES) failing.push(`${name} has failed ${state.failures} times in a row`);
    else if (state.ageSeconds > jobOf(name).lateAfterMinutes * 60)
      late.push(`${name} has not succeeded for ${Math.floor(state.ageSeconds / 60)} minutes`);
  }
  const found = `${[...failing, ...late].join('; ')}.`;
  if (failing.length > 0) return problem('jobs', found, FIX);
  if (late.length > 0) return warning('jobs', found, `Start a server if none runs. ${FIX}`);
  return ok('jobs', `All ${JOB_NAMES.length} jobs succeed.`);
}
