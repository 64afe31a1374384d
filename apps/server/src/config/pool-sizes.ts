/** Connections of one server by use (docs/adr/0029). */
export type PoolSizes = {
  /** Runs of targets and reposts, the schedule, credentials. */
  readonly publishing: number;
  /** Requests with an API key, without their lists. */
  readonly requests: number;
  /** Lists, of keys and of pages. */
  readonly lists: number;
  /** Pages, and what runs beside requests: events, webhooks, mails, removals. */
  readonly pages: number;
};

export type DatabaseShares = {
  readonly sizes: PoolSizes;
  /** Connections for requests that one project may use at once. */
  readonly perProject: number;
  /** Statements of one project that may wait for a connection. */
  readonly waitingPerProject: number;
  readonly listTimeoutMs: number;
};

/** Least total: one connection for each use. */
export const SMALLEST_POOL = 4;

const PUBLISHING = 0.35;
const LISTS = 0.15;
const PAGES = 0.2;

type Settings = {
  readonly DATABASE_POOL: number;
  readonly DATABASE_POOL_PUBLISHING?: number | undefined;
  readonly DATABASE_POOL_LISTS?: number | undefined;
  readonly DATABASE_POOL_PAGES?: number | undefined;
  readonly DATABASE_CONNECTIONS_PER_PROJECT?: number | undefined;
  readonly DATABASE_WAITING_PER_PROJECT: number;
  readonly LIST_TIMEOUT_MS: number;
};

export const NOTHING_FOR_REQUESTS =
  'DATABASE_POOL: nothing is left for requests. Make it larger than DATABASE_POOL_PUBLISHING, DATABASE_POOL_LISTS and DATABASE_POOL_PAGES together.';

/** Splits DATABASE_POOL among pools without a setting; requests get the rest. Null for no rest. */
export function readDatabaseShares(settings: Settings): DatabaseShares | null {
  const total = settings.DATABASE_POOL;
  const publishing = settings.DATABASE_POOL_PUBLISHING ?? partOf(total, PUBLISHING);
  const lists = settings.DATABASE_POOL_LISTS ?? partOf(total, LISTS);
  const pages = settings.DATABASE_POOL_PAGES ?? partOf(total, PAGES);
  const requests = total - publishing - lists - pages;
  if (requests < 1) return null;
  return {
    sizes: { publishing, requests, lists, pages },
    perProject: settings.DATABASE_CONNECTIONS_PER_PROJECT ?? Math.ceil(requests / 2),
    waitingPerProject: settings.DATABASE_WAITING_PER_PROJECT,
    listTimeoutMs: settings.LIST_TIMEOUT_MS,
  };
}

const partOf = (total: number, part: number): number => Math.max(1, Math.floor(total * part));
