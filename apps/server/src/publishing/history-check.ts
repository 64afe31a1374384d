import type { Clock } from '@fanfare/network';
import type { CommitLog } from '../db/commit-log.ts';
import type { Database, DatabaseHistory, NewConnection } from '../db/database.ts';
import type { DatabaseLink } from '../db/database-link.ts';
import { DatabaseReadOnly } from '../db/database-unavailable.ts';
import type { Logger } from '../process/log/log.ts';
import {
  acceptHistory,
  confirmHistory,
  type HistoryFacts,
  joinHistory,
  leaveHistory,
  readHistory,
  readUnchecked,
  recordServer,
} from './histories.table.ts';
import { markRestored } from './restore-guard.table.ts';
import { recordUnknownIntents } from './unknown-intents.table.ts';

/** Limit of the wait for other servers, and the pause between two looks. */
const WAIT_MS = 20_000;
const LOOK_MS = 50;
/** Least time between two records that a server runs. */
const RECORDED_EACH_MS = 5_000;

type Deps = {
  readonly commits: CommitLog;
  readonly link: Pick<DatabaseLink, 'markLost' | 'noteOpened'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** The address names other hosts, of which one may be a former primary. */
  readonly hasOtherHosts: boolean;
  readonly waitMs?: number | undefined;
};

/** Checks that the database has every commit that it confirmed to the servers. */
export type HistoryCheck = DatabaseHistory & {
  /** Call it often: others wait after a promotion for a server that runs. */
  noteRunning(db: Database): Promise<void>;
  /** Call it with what the guard says: commits before an acceptance no longer have to be there. */
  noteAccepted(of: { readonly history: string; readonly acceptedMs: number }): void;
  /** Calls `listener` each time a commit is found missing. */
  onLost(listener: () => void): void;
  /** Call it before an orderly stop closes the database. */
  leave(db: Database): Promise<void>;
};

type Promoted = HistoryFacts & { readonly history: string; readonly known: string };

/**
 * Checks each new connection before its first statement: a promoted standby may lack commits that
 * were confirmed, and would publish their posts again. On a new timeline every server has to find
 * its own commits before any of them goes on (docs/adr/0063).
 */
export function createHistoryCheck(deps: Deps): HistoryCheck {
  const { commits, link, log, clock, hasOtherHosts, waitMs = WAIT_MS } = deps;
  const { server } = commits;
  const listeners: (() => void)[] = [];
  let recordedAt = Number.NEGATIVE_INFINITY;
  let proving: Promise<void> | null = null;
  /** The data that were last found without a commit. */
  let lost: Pick<HistoryFacts, 'history' | 'acceptedMs'> | null = null;
  let losses = 0;
  const isLost = ({ history, acceptedMs }: Pick<HistoryFacts, 'history' | 'acceptedMs'>): boolean =>
    history === lost?.history && acceptedMs === lost.acceptedMs;

  const reportLost = async (client: NewConnection, { history, acceptedMs }: HistoryFacts): Promise<void> => {
    // Stored first: no other server may go on with these data.
    await markRestored(databaseOf(client), acceptedMs);
    if (isLost({ history, acceptedMs })) return;
    lost = { history, acceptedMs };
    losses++;
    log.error(
      { server },
      'the database lacks commits that it had confirmed: a standby without them was promoted, or the database was restored. Nothing is published until "fanfare recover since <time before it>" has run',
    );
    for (const listener of listeners) listener();
  };

  const prove = async (client: NewConnection, facts: Promoted): Promise<void> => {
    const db = databaseOf(client);
    const { history, acceptedMs } = facts;
    // The others lead to the former primary.
    link.markLost();
    link.noteOpened(client);
    const first = await joinHistory(db, { ...facts, server });
    if (commits.last().some((id) => BigInt(id) >= BigInt(first))) return reportLost(client, facts);
    await confirmHistory(db, { server, history });
    const giveUpAt = clock.now() + waitMs;
    let state = await readUnchecked(db, history);
    while (state.isOurs && state.unchecked.length > 0 && clock.now() < giveUpAt) {
      await clock.sleep(LOOK_MS);
      state = await readUnchecked(db, history);
    }
    if (!state.isOurs) return reportLost(client, facts);
    if (state.unchecked.length > 0) {
      const targets = await recordUnknownIntents(db, { alsoLeased: true });
      for (const gone of state.unchecked) await leaveHistory(db, gone);
      log.warn(
        { servers: state.unchecked, targets },
        'servers that ran before the promotion of the database have not checked their commits: targets that are due or under way are read back from their networks before they are sent',
      );
    }
    if (!(await acceptHistory(db)) && !(await readUnchecked(db, history)).isOurs) return reportLost(client, facts);
    commits.adopt({ history, acceptedMs });
    log.info({ history }, 'the database was promoted and has every commit that it had confirmed');
  };

  const noteAccepted: HistoryCheck['noteAccepted'] = ({ history, acceptedMs }) => {
    if (acceptedMs <= commits.known().acceptedMs) return;
    commits.forget();
    commits.adopt({ history, acceptedMs });
  };

  return {
    commits,
    losses: () => losses,
    noteAccepted,
    async noteRunning(db) {
      if (performance.now() - recordedAt < RECORDED_EACH_MS) return;
      recordedAt = performance.now();
      await recordServer(db, server);
    },
    async admit(client) {
      for (;;) {
        const known = commits.known();
        const facts = await readHistory(databaseOf(client), commits.last());
        const { history, acceptedMs } = facts;
        // It may be promoted below the connection.
        if (history === null) throw new DatabaseReadOnly('The database is a standby.');
        // Another connection has found out more meanwhile.
        if (commits.known() !== known) continue;
        if (acceptedMs > known.acceptedMs) return noteAccepted({ history, acceptedMs });
        if (hasOtherHosts && isBefore(history, known.history))
          throw new DatabaseReadOnly('The database is a former primary: another one was promoted.');
        if (known.history === null) return commits.adopt({ history, acceptedMs });
        if (isLost(facts)) return;
        if (facts.isMissing) return reportLost(client, facts);
        if (history === known.history) return;
        if (!proving) {
          proving = prove(client, { ...facts, history, known: known.history }).finally(() => {
            proving = null;
          });
          return proving;
        }
        await proving;
      }
    },
    onLost: (listener) => void listeners.push(listener),
    async leave(db) {
      await commits.stop();
      await leaveHistory(db, server).catch((err: unknown) =>
        log.warn({ err }, 'the row of this server is still there'),
      );
    },
  };
}

/** Whether a history is an earlier timeline of the same cluster. */
function isBefore(history: string, known: string | null): boolean {
  const [[cluster, timeline], [ours, last]] = [history.split('/'), (known ?? '').split('/')];
  return cluster === ours && Number.parseInt(timeline!, 16) < Number.parseInt(last!, 16);
}

const databaseOf = (client: NewConnection): Database => ({ query: (statement) => client.query(statement) });
