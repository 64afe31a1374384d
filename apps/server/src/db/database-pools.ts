import pg from 'pg';
import type { DatabaseShares } from '../config/pool-sizes.ts';
import { currentShare } from '../process/caller-share.ts';
import {
  type CallersPool,
  type Database,
  type DatabasePool,
  type ListsPool,
  openDatabase,
  type PoolUse,
  type PublishingPool,
  type UpkeepPool,
} from './database.ts';
import { createDatabaseLink, type DatabaseLink } from './database-link.ts';
import { createShares, type ShareLimits, type Shares } from './shares.ts';

/** PostgreSQL stopped a list that took longer than lists may. */
export class ListTooSlow extends Error {
  override readonly name = 'ListTooSlow';
}

export type DatabasePools = {
  /** Serves publishes, and batches that record or look up the posts of several requests. */
  readonly publishing: PublishingPool;
  /** Serves work beside requests. Pages leave it a connection. */
  readonly upkeep: UpkeepPool;
  /** Serves requests. Each statement or transaction counts for the share of its request. */
  readonly callers: CallersPool;
  /** Serves lists of requests, within the share of the request. Throws ListTooSlow. */
  readonly lists: ListsPool;
  readonly link: DatabaseLink;
  /** Use by the name of the pool. */
  use(): Readonly<Record<string, PoolUse>>;
  close(): Promise<void>;
};

type OpenOptions = Parameters<typeof openDatabase>[0];
type Options = Omit<OpenOptions, 'maxConnections' | 'keepsPlans' | 'link'> & {
  /** Made with it by default. */
  readonly link?: DatabaseLink;
  readonly shares: DatabaseShares;
};

type Statement = Parameters<Database['query']>[0];

/** Limit of the wait for a share, like that for a new connection. */
const WAIT_MS = 10_000;
/** Number of projects that may have full queues. */
const FULL_QUEUES = 8;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html: query_canceled */
const STOPPED = '57014';

/** Opens the connections of a server, divided so that no caller can take all (docs/adr/0029). */
export function openDatabasePools({ shares, link = createDatabaseLink(), ...options }: Options): DatabasePools {
  const { sizes, perProject, waitingPerProject, listTimeoutMs } = shares;
  const open = (maxConnections: number, of: Pick<OpenOptions, 'statementTimeoutMs' | 'keepsPlans'> = {}) =>
    openDatabase({ ...options, link, maxConnections, ...of });
  const publishing = open(sizes.publishing, { keepsPlans: true });
  const requests = open(sizes.requests, { keepsPlans: true });
  const lists = open(sizes.lists, { statementTimeoutMs: listTimeoutMs });
  const pages = open(sizes.pages);
  const divide = (slots: number, limits: Partial<ShareLimits> = {}): Shares =>
    createShares({
      ...{ slots, each: Math.ceil(slots / 2), waiting: waitingPerProject, waitMs: WAIT_MS },
      waitingInAll: waitingPerProject * FULL_QUEUES,
      ...limits,
    });
  // Rounded down: a project that floods lists, which cost more, would slow down everybody.
  const ofLists = divide(sizes.lists, { each: Math.max(1, Math.floor(sizes.lists / 2)), pauses: true });
  const of = {
    requests: { pool: requests, shares: divide(sizes.requests, { each: perProject }) },
    pages: { pool: pages, shares: divide(Math.max(1, sizes.pages - 1)) },
  };
  const inShare = <T>(work: (pool: DatabasePool) => Promise<T>): Promise<T> => {
    const { pool, owner } = currentShare();
    return of[pool].shares.run(owner, () => work(of[pool].pool));
  };
  return {
    publishing,
    upkeep: pages,
    callers: {
      query: (statement) => inShare((pool) => pool.query(statement)),
      transaction: (work) => inShare((pool) => pool.transaction(work)),
      close: () => Promise.all([requests.close(), pages.close()]).then(() => undefined),
    },
    link,
    use: () => ({
      publishing: publishing.use(),
      requests: requests.use(),
      lists: lists.use(),
      pages: pages.use(),
    }),
    lists: {
      query: <Row extends pg.QueryResultRow>(statement: Statement) =>
        ofLists
          .run(currentShare().owner, () => lists.query<Row>(statement))
          .catch((error: unknown) => {
            if (!(error instanceof pg.DatabaseError) || error.code !== STOPPED) throw error;
            throw new ListTooSlow(`A list was stopped after ${listTimeoutMs} ms.`, { cause: error });
          }),
    },
    async close() {
      await Promise.all([publishing, requests, lists, pages].map((pool) => pool.close()));
    },
  };
}
