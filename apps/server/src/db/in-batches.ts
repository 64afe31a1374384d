import { AsyncLocalStorage } from 'node:async_hooks';
import DataLoader from 'dataloader';
import { DatabaseUnavailable } from './database.ts';
import { isLocked } from './lock-timeout.ts';
import { createShares } from './shares.ts';

const MAX_BATCH = 64;
/** Requests that share a statement. */
const MOST_REQUESTS = 200;

/**
 * Items for which `can` is true wait until `ms` after the last statement of their key began, and share the next one with what comes meanwhile. They go sooner
 * with an item that cannot wait, or when a batch is full.
 */
export type Wait<Item> = { readonly ms: number; readonly can: (item: Item) => boolean };

/**
 * Batches calls: those that arrive while `atOnce` statements are under way go together in the next one, so that under load one commit serves many. A call
 * on its own does not wait. Batches are per `keyOf`, so that a locked row of one key does not delay others; where all items of a key change one row (a
 * project's quota), set `atOnce` to 1. `send` returns answers in the order of its items. When it fails, each item is sent alone, unless the database is
 * unavailable.
 *
 * @example
 * const settle = inBatches({ keyOf: (item) => item.projectId, atOnce: 1, send: (items) => settlePublished(db, items) });
 * await settle(item);
 */
export function inBatches<Item, Answer>(options: {
  readonly keyOf: (item: Item) => string;
  readonly atOnce: number;
  readonly maxBatch?: number;
  /** A statement that takes longer, perhaps because it waits for a lock, no longer counts as under way. Default: it counts until it ends. */
  readonly slowMs?: number;
  /** Default: no item waits. */
  readonly wait?: Wait<Item>;
  readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>;
}): (item: Item) => Promise<Answer> {
  const lines = new Map<
    string,
    { readonly load: (item: Item) => Promise<Answer>; readonly isResting: () => boolean; waiting: number }
  >();

  const retryOneByOne = async (items: readonly Item[], error: unknown): Promise<(Answer | Error)[]> => {
    if (items.length === 1 || error instanceof DatabaseUnavailable) throw error;
    const answers: (Answer | Error)[] = [];
    for (const item of items) {
      answers.push(
        await options.send([item]).then(
          ([answer]) => answer!,
          (alone: unknown) => (alone instanceof Error ? alone : new Error('A statement failed.', { cause: alone })),
        ),
      );
    }
    return answers;
  };
  /** Calls `passOn` once, when the work ends or has become slow. */
  const untilSlow = async <T>(work: () => Promise<T>, passOn: () => void): Promise<T> => {
    let isSlow = false;
    const becomeSlow = (): void => {
      isSlow = true;
      passOn();
    };
    const timer = options.slowMs === undefined ? undefined : setTimeout(becomeSlow, options.slowMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      if (!isSlow) passOn();
    }
  };
  const open = (onRested: () => void) => {
    let free = options.atOnce;
    const batches: (() => void)[] = [];
    let isAsked = false;
    /** An item that cannot wait is in a batch. */
    let isUrgent = options.wait === undefined;
    let rest: NodeJS.Timeout | undefined;
    /** After a statement began: for so long, items that can wait do. */
    const startRest = (ms: number): void => {
      clearTimeout(rest);
      rest = setTimeout(() => {
        rest = undefined;
        sendNext();
        onRested();
      }, ms);
    };
    const sendNext = (): void => {
      isAsked = false;
      // A batch with another one behind it is full.
      while (free > 0 && batches.length > 0 && (isUrgent || rest === undefined || batches.length > 1)) {
        const dispatch = batches.shift()!;
        free--;
        if (options.wait) {
          if (batches.length === 0) isUrgent = false;
          startRest(options.wait.ms);
        }
        dispatch();
      }
    };
    /** At the end of this turn of the event loop: what arrives in the same turn goes along. A turn is short unless the process is busy. */
    const sendSoon = (): void => {
      if (isAsked) return;
      isAsked = true;
      setImmediate(sendNext);
    };
    const passOn = (): void => {
      free++;
      if (batches.length > 0) sendSoon();
    };
    const loader = new DataLoader<Item, Answer>(
      (items) => untilSlow(() => options.send(items).catch((error: unknown) => retryOneByOne(items, error)), passOn),
      {
        cache: false,
        maxBatchSize: options.maxBatch ?? MAX_BATCH,
        batchScheduleFn(dispatch) {
          batches.push(dispatch);
          sendSoon();
        },
      },
    );
    const load = (item: Item): Promise<Answer> => {
      const answer = loader.load(item);
      if (!isUrgent && !options.wait?.can(item)) {
        isUrgent = true;
        sendSoon();
      }
      return answer;
    };
    return { load, waiting: 0, isResting: () => rest !== undefined };
  };
  const close = (key: string): void => {
    const line = lines.get(key);
    if (line?.waiting === 0 && !line.isResting()) lines.delete(key);
  };

  return async (item) => {
    const key = options.keyOf(item);
    const line = lines.get(key) ?? open(() => close(key));
    lines.set(key, line);
    line.waiting++;
    try {
      return await line.load(item);
    } finally {
      line.waiting--;
      close(key);
    }
  };
}

/** A statement over several projects waits no longer for a row that somebody else has locked, and others wait no longer for it. */
const LOCK_MS = 250;
/** Calls of one project that may be in line at once, of a batch, so that it cannot fill one. */
const SHARE_OF_A_PROJECT = 0.5;
/** As long as a statement waits for a connection. */
const WAIT_MS = 10_000;

/**
 * Batches calls of all projects: those that arrive while `atOnce` statements are under way share the next statement and commit, whatever their projects. A call
 * on its own does not wait. When a statement fails, or waits too long for a lock, its calls are retried: in batches of their own project, then one by one. While
 * calls of a project are retried, its new ones join them: a project that is locked holds up the others once, for a quarter of a second.
 *
 * @example
 * const settle = inBatchesOfAll({ atOnce: 1, atOnceOfAProject: 1, send: (ends, lockMs) => settlePublished(db, ends, lockMs), onRetried });
 * await settle(end);
 */
export function inBatchesOfAll<Item extends { readonly projectId: string }, Answer>(options: {
  readonly atOnce: number;
  readonly atOnceOfAProject: number;
  /** Default: no item waits. */
  readonly wait?: Wait<Item>;
  /** Does all or nothing, and returns answers in the order of its items. Throws when a lock is held for longer than `lockMs`. */
  readonly send: (items: readonly Item[], lockMs: number | null) => Promise<readonly Answer[]>;
  /** A statement over several projects failed, and its calls are retried. */
  readonly onRetried: (error: unknown, items: number) => void;
}): (item: Item) => Promise<Answer> {
  const together = inBatches<Item, { readonly answer: Answer } | null>({
    ...{ keyOf: () => 'all', atOnce: options.atOnce, maxBatch: MAX_BATCH, slowMs: LOCK_MS },
    ...(options.wait && { wait: options.wait }),
    async send(items) {
      try {
        const answers = await options.send(items, LOCK_MS);
        return answers.map((answer) => ({ answer }));
      } catch (error) {
        // Whether it was done is unknown.
        if (error instanceof DatabaseUnavailable) throw error;
        if (items.length === 1 && !isLocked(error)) throw error;
        options.onRetried(error, items.length);
        return items.map(() => null);
      }
    },
  });
  const ofAProject = inBatches<Item, Answer>({
    keyOf: ({ projectId }) => projectId,
    atOnce: options.atOnceOfAProject,
    send: (items) => options.send(items, null),
  });
  /** How many calls of a project are retried. */
  const retried = new Map<string, number>();

  return async (item) => {
    const { projectId } = item;
    const done = retried.has(projectId) ? null : await together(item);
    if (done) return done.answer;
    retried.set(projectId, (retried.get(projectId) ?? 0) + 1);
    try {
      return await ofAProject(item);
    } finally {
      const left = retried.get(projectId)! - 1;
      if (left > 0) retried.set(projectId, left);
      else retried.delete(projectId);
    }
  };
}

/**
 * Batches what requests of any projects need: one statement at a time beside the requests, for all that came meanwhile. A call on its own goes alone, within the
 * share of its request, and so does each that the statement leaves to `alone`, or that was in a statement that failed.
 */
export function inBatchesOfRequests<Item extends { readonly projectId: string }, Answer>(options: {
  readonly alone: (item: Item) => Promise<Answer>;
  /** Null for each that `alone` decides. Throws when a lock is held for longer than `lockMs`. */
  readonly together: (items: readonly Item[], lockMs: number) => Promise<readonly (Answer | null)[]>;
  /** `together` failed, and its calls go alone. */
  readonly onFailed: (error: unknown, items: number) => void;
  /** Calls of one project that may wait to be in line. */
  readonly waitingPerProject: number;
}): (item: Item) => Promise<Answer> {
  const line = createShares({
    ...{ places: Number.POSITIVE_INFINITY, each: MOST_REQUESTS * SHARE_OF_A_PROJECT, waitMs: WAIT_MS },
    ...{ waiting: options.waitingPerProject, waitingInAll: Number.POSITIVE_INFINITY },
  });
  type InLine = { readonly item: Item; readonly alone: () => Promise<Answer> };
  const inLine = inBatches<InLine, Answer | null>({
    ...{ keyOf: () => 'all', atOnce: 1, maxBatch: MOST_REQUESTS, slowMs: LOCK_MS },
    async send(items) {
      if (items.length === 1) return [await items[0]!.alone()];
      try {
        return await options.together(
          items.map(({ item }) => item),
          LOCK_MS,
        );
      } catch (err) {
        // Whether it took effect is unknown.
        if (err instanceof DatabaseUnavailable) throw err;
        options.onFailed(err, items.length);
        return items.map(() => null);
      }
    },
  });
  return async (item) => {
    const alone = () => options.alone(item);
    // A batch is sent in the context of another request, and a single item counts for the share of its own.
    const placed = { item, alone: AsyncLocalStorage.bind(alone) };
    return (await line.run(item.projectId, () => inLine(placed))) ?? alone();
  };
}
