import type { Database } from '../../db/database.ts';
import { readStandbys, type Standbys } from '../../observe/standbys.table.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const DOCS = 'See docs/high-availability.md.';
/** A standby that is this far behind is not just busy. */
const MOST_LAG_SECONDS = 30;

/** Checks whether a standby can take over, and what would be lost then. */
export const checkStandbys = async (deps: { readonly db: Database; readonly hosts: number }): Promise<Finding> =>
  judgeStandbys(await readStandbys(deps.db), deps.hosts);

/** Judges the standbys of a primary; `hosts` is the number of hosts in DATABASE_URL. */
export function judgeStandbys({ isStandby, isSynchronous, connected, seen }: Standbys, hosts: number): Finding {
  if (isStandby)
    return problem(
      'standby',
      'PostgreSQL is a standby and takes no writes.',
      'Set DATABASE_URL to the primary, or to all hosts.',
    );
  if (isSynchronous && (connected === 0 || seen?.synchronous === 0))
    return problem(
      'standby',
      'Every commit waits for a synchronous standby, and none is connected: writes wait.',
      'Start the standby, or set synchronous_standby_names to an empty value and reload PostgreSQL.',
    );
  if (connected === 0) {
    const alone = 'No standby follows PostgreSQL: when its disk is lost, the last backup is what is left.';
    return hosts === 1
      ? ok('standby', alone)
      : warning('standby', alone, `DATABASE_URL names ${hosts} hosts: start the standby. ${DOCS}`);
  }
  const are = connected === 1 ? 'One standby follows' : `${connected} standbys follow`;
  const lag = seen === null ? '' : `, at most ${seen.lagSeconds.toFixed(1)} s behind`;
  if (!isSynchronous)
    return warning(
      'standby',
      `${are} asynchronously${lag}: a promotion loses the last commits, and posts of that time with their keys.`,
      `Set synchronous_standby_names. ${DOCS}`,
    );
  const found = `${are}${lag}. Every commit waits for a synchronous one${connected === 1 ? ': while it is away, writes wait' : ''}.`;
  return seen !== null && seen.lagSeconds > MOST_LAG_SECONDS
    ? warning('standby', found, 'Look at its log, its network and its disk.')
    : ok('standby', found);
}
