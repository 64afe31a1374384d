import type { NewConnection } from '../../../../src/db/database.ts';

/**
 * Guarantees that the check of a history must be able to rely on. Each of them is broken once, to
 * see that it is needed.
 */
export type Sabotage = {
  /** The database says that each commit is there. */
  readonly hidesMissing: boolean;
  /** No history says which transactions came after a promotion. */
  readonly forgetsFirst: boolean;
  /** Nobody is seen to be unchecked. */
  readonly hidesUnchecked: boolean;
};

export const NO_SABOTAGE: Sabotage = { hidesMissing: false, forgetsFirst: false, hidesUnchecked: false };

type Data = {
  /** Ids of committed transactions, and the work that each of them did. */
  readonly committed: Map<number, string | null>;
  readonly firstXids: Map<string, number>;
  /** Servers, and the history in which each was seen last. */
  readonly servers: Map<string, string>;
  isIntact: boolean;
  isDoubted: boolean;
};

/** The work of a server that its database has confirmed. */
type Confirmed = { readonly server: string; readonly work: string };

const CLUSTER = '7512000000000000001';
const NEW: Data = {
  committed: new Map(),
  firstXids: new Map(),
  servers: new Map(),
  isIntact: true,
  isDoubted: false,
};

/**
 * A primary whose commits reach a standby in their order, some of them later than a promotion. The
 * promoted one gives the ids of lost transactions to new ones, as PostgreSQL does.
 */
export function createModelCluster(turn: (what: string) => Promise<void>, sabotage: Sabotage) {
  const confirmed: Confirmed[] = [];
  const ended = new Set<string>();
  const broken: string[] = [];
  let timeline = 1;
  let nextXid = 1;
  let data = structuredClone(NEW);
  /** Copies after each commit: the standby is one of them. */
  let copies: Data[] = [data];
  /** A server that ran found less than was confirmed to it, after one of the promotions. */
  let hasLost = false;

  const history = () => `${CLUSTER}/${timeline.toString(16).padStart(8, '0')}`;
  const change = (xid: number, apply: (next: Data) => void, work: string | null = null): void => {
    const next = structuredClone(data);
    apply(next);
    next.committed.set(xid, work);
    data = next;
    copies.push(next);
  };
  const lost = (): readonly Confirmed[] => {
    const there = new Set(data.committed.values());
    return confirmed.filter(({ work }) => !there.has(work));
  };
  const isMissing = (id: number): boolean => !sabotage.hidesMissing && !data.committed.has(id);

  /** The statements of `histories.table.ts` and its neighbours, on this data. */
  const answer = (text: string, values: readonly unknown[]): readonly object[] => {
    const [first] = values as [string];
    if (text.startsWith('select case when not pg_is_in_recovery()')) {
      const ids = (values[0] as readonly string[]).map(Number);
      return [{ history: history(), acceptedMs: 0, nextXid: String(nextXid), isMissing: ids.some(isMissing) }];
    }
    if (text.startsWith('insert into histories')) {
      if (!data.firstXids.has(first)) change(nextXid++, ({ firstXids }) => firstXids.set(first, Number(values[1])));
      return [];
    }
    if (text.startsWith('select first_xid')) {
      const since = [...data.firstXids].filter(([each]) => each === first || each > (values[1] as string));
      const least = Math.min(...since.map(([, xid]) => xid));
      return [{ first: String(sabotage.forgetsFirst ? Number.MAX_SAFE_INTEGER : least) }];
    }
    if (text.startsWith('insert into servers') || text.startsWith('with gone as')) {
      const seenIn = text.startsWith('with gone as') ? history() : (values[1] as string);
      change(nextXid++, ({ servers }) => servers.set(first, seenIn));
      return [];
    }
    if (text.startsWith('select coalesce((select')) {
      const others = [...data.servers].filter(([, seenIn]) => seenIn !== first).map(([server]) => server);
      return [{ isOurs: data.isIntact, unchecked: sabotage.hidesUnchecked ? [] : others }];
    }
    if (text.startsWith('delete from servers')) {
      change(nextXid++, ({ servers }) => servers.delete(first));
      return [];
    }
    if (text.startsWith('update restore_guard set written_by = null')) {
      change(nextXid++, (next) => {
        next.isIntact = false;
      });
      return [];
    }
    if (text.startsWith('update restore_guard g')) {
      if (!data.isIntact) return [];
      change(nextXid++, () => undefined);
      return [{}];
    }
    if (text.startsWith('with due as')) {
      change(nextXid++, (next) => {
        next.isDoubted = true;
      });
      return [{ doubted: 0 }];
    }
    throw new Error(`The model does not know this statement: ${text}`);
  };

  return {
    broken,
    history,
    isIntact: () => data.isIntact,
    /** Ends a server as the loss of its machine does. */
    end: (server: string) => void ended.add(server),
    confirm: (of: Confirmed) => void confirmed.push(of),
    /**
     * Replaces the primary by a standby that lacks the last commits. Servers that are known to it
     * have their rows.
     */
    promote(lag: number, least: number): void {
      const at = Math.max(Math.min(least, copies.length - 1), copies.length - 1 - lag);
      data = structuredClone(copies[at]!);
      copies = [...copies.slice(0, at), data];
      timeline++;
      nextXid = Math.max(0, ...data.committed.keys()) + 1;
      if (lost().some(({ server }) => !ended.has(server))) hasLost = true;
    },
    commits: () => copies.length - 1,
    hasLost: () => hasLost,
    connect(server: string) {
      const openedOn = timeline;
      const mustBeOpen = (): void => {
        if (openedOn !== timeline || ended.has(server)) throw new Error('The connection broke.');
      };
      return {
        client: {
          query: async ({ text, values = [] }: { text: string; values?: readonly unknown[] }) => {
            await turn('a statement arrives');
            mustBeOpen();
            const rows = answer(text, values);
            await turn('its answer comes');
            mustBeOpen();
            return { rows, rowCount: rows.length };
          },
        } as unknown as NewConnection,
        /** Work of a publish: it is refused in data that are known to lack a commit. */
        async work(work: string): Promise<string> {
          await turn('work begins');
          mustBeOpen();
          const xid = nextXid++;
          await turn('work commits');
          mustBeOpen();
          if (!data.isIntact) throw new Error('The data lack a commit.');
          const missing = lost();
          const byRunning = missing.filter(({ server }) => !ended.has(server));
          if (byRunning.length > 0) broken.push(`${work} was done without ${byRunning.map((each) => each.work)}`);
          else if (missing.length > 0 && !data.isDoubted)
            broken.push(`${work} was done before what ended servers did was doubted`);
          change(xid, () => undefined, work);
          await turn('work is confirmed');
          mustBeOpen();
          return String(xid);
        },
      };
    },
  };
}
