import type { Scheduler } from 'fast-check';
import { openCommitLog } from '../../../../src/db/commit-log.ts';
import { createDatabaseLink } from '../../../../src/db/database-link.ts';
import { createLogger } from '../../../../src/process/log/log.ts';
import { createHistoryCheck } from '../../../../src/publishing/history-check.ts';
import { createModelCluster, type Sabotage } from './model-cluster.ts';

export type Promotion = {
  /** Works that are confirmed before it. */
  readonly after: number;
  /** Commits that the standby lacks. */
  readonly lag: number;
  /** The server that ends with the primary. */
  readonly ends: number | null;
};

export type Plan = { readonly servers: number; readonly promotions: readonly Promotion[] };

export type Played = {
  readonly broken: readonly string[];
  /** True when servers stopped; false when all that run went on. */
  readonly isStopped: boolean;
  readonly hadEnded: boolean;
};

const CONNECTIONS = 2;
/** Works of each connection after the last promotion. */
const WORKS_AFTER = 2;
const MOST_TURNS = 20_000;
const silent = createLogger('silent', () => undefined);

/**
 * Servers work with a database whose primary is replaced: the real check of histories and the real
 * log of commits, in one order of their steps.
 */
export async function simulatePromotions(scheduler: Scheduler, plan: Plan, sabotage: Sabotage): Promise<Played> {
  let turns = 0;
  const turn = async (what: string): Promise<void> => {
    if (turns++ > MOST_TURNS) throw new Error('The servers go round in circles.');
    await scheduler.schedule(Promise.resolve(), what);
  };
  const cluster = createModelCluster(turn, sabotage);
  let nowMs = 0;
  const clock = {
    now: () => nowMs,
    async sleep(ms: number) {
      await turn('a server waits');
      nowMs += ms;
    },
  };
  let confirmed = 0;
  let promotions = 0;
  let known = 0;
  let running = 0;
  const gone = new Set<number>();
  const losers = new Set<number>();
  const wentOn = new Map<string, number>();

  const serve = async (index: number): Promise<void> => {
    const server = `server ${index}`;
    const commits = openCommitLog({ folder: null, newServer: () => server, log: silent });
    const link = createDatabaseLink();
    const check = createHistoryCheck({ commits, link, log: silent, clock, hasOtherHosts: false });
    check.onLost(() => losers.add(index));
    const first = cluster.connect(server);
    await check.admit(first.client);
    await check.noteRunning(first.client as never);
    known = Math.max(known, cluster.commits());
    running++;
    const isOver = (worker: number) =>
      gone.has(index) ||
      (promotions === plan.promotions.length && (wentOn.get(`${index} ${worker}`) ?? 0) >= WORKS_AFTER);

    const connection = async (worker: number): Promise<void> => {
      let open: ReturnType<typeof cluster.connect> | null = null;
      for (let n = 0; !isOver(worker); n++) {
        await turn('a request comes');
        const lossesBefore = check.losses();
        try {
          if (open === null || !link.isUsable(open.client)) {
            open = cluster.connect(server);
            link.noteOpened(open.client);
            await check.admit(open.client);
          }
          if (check.losses() !== lossesBefore || !link.isUsable(open.client)) continue;
          if (losers.has(index) || !cluster.isIntact()) {
            // It stops publishing, and goes on connecting: a further promotion may hide that it
            // stopped.
            if (promotions === plan.promotions.length) return;
            continue;
          }
          const begun = commits.begin();
          const work = `work ${n} of connection ${worker} of ${server}`;
          const wasLast = promotions === plan.promotions.length;
          const id = await open.work(work);
          if (gone.has(index)) return;
          commits.confirm(id, begun);
          cluster.confirm({ server, work });
          confirmed++;
          const key = `${index} ${worker}`;
          if (wasLast) wentOn.set(key, (wentOn.get(key) ?? 0) + 1);
        } catch {
          // The connection broke, or the data lack a commit.
          open = null;
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, worker) => connection(worker)));
  };

  const promote = async (): Promise<void> => {
    for (const { after, lag, ends } of plan.promotions) {
      const from = confirmed;
      while ((running < plan.servers || confirmed < from + after) && cluster.isIntact() && losers.size === 0)
        await turn('the primary runs');
      if (ends !== null && gone.size + 1 < plan.servers) {
        gone.add(ends % plan.servers);
        cluster.end(`server ${ends % plan.servers}`);
      }
      cluster.promote(lag, known);
      promotions++;
    }
  };

  await scheduler.waitFor(Promise.all([promote(), ...Array.from({ length: plan.servers }, (_, n) => serve(n))]));
  const isStopped = losers.size > 0 || !cluster.isIntact();
  const broken = [...cluster.broken];
  if (isStopped && !cluster.hasLost()) broken.push('stopped, and nothing is missing');
  return { broken, isStopped, hadEnded: gone.size > 0 };
}
