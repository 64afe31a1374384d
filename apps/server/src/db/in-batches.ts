import { AsyncLocalStorage } from 'node:async_hooks';
import DataLoader from 'dataloader';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { isLocked } from './lock-timeout.ts';
import { createShares } from './shares.ts';

const MAX_BATCH = 64;
/** Requests that share a statement. */
const MOST_REQUESTS = 200;

/**
 * Items that `can` wait do so until `ms` after the last statement of their key began, and share the
 * next one. They go sooner with an item that cannot wait, or in a full batch.
 */
export type Wait<Item> = { readonly ms: number; readonly can: (item: Item) => boolean };

/**
 * Batches calls: those that arrive while `atOnce` statements run go together in the next one, so
 * that under load one commit serves many. A single call does not wait. Each `keyOf` has its own
 * batches, so that a locked row of one key delays no other. Where all items of a key change one
 * row, set `atOnce` to 1. `send` returns answers in the order of its items. After a failure each
 * item is sent alone, unless the database is unavailable.
 *
 * @example
 * const settle = inBatches({ keyOf: ({ projectId }) => projectId, atOnce: 1, send: settleAll });
 * await settle(item);
 */
export function inBatches<Item, Answer>(options: {
  readonly keyOf: (item: Item) => string;
  readonly atOnce: number;
  readonly maxBatch?: number;
  /** A statement that takes longer, perhaps for a lock, no longer counts. Default: it counts. */
  readonly slowMs?: number;
  /** Default: no item waits. */
  readonly wait?: Wait<Item>;
  readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>;
}): (item: Item) => Promise<Answer> {
  type Queue = { load(item: Item): Promise<Answer>; isPaused(): boolean; waiting: number };
  const queues = new Map<string, Queue>();

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
  /** Calls `onFree` once, when the work ends or becomes slow. */
  const untilSlow = async <T>(work: () => Promise<T>, onFree: () => void): Promise<T> => {
    let isSlow = false;
    const becomeSlow = (): void => {
      isSlow = true;
      onFree();
    };
    const timer = options.slowMs === undefined ? undefined : setTimeout(becomeSlow, options.slowMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      if (!isSlow) onFree();
    }
  };
  const open = (onPauseEnd: () => void): Queue => {
    let free = options.atOnce;
    const batches: (() => void)[] = [];
    let isScheduled = false;
    /** A batch has an item that cannot wait. */
    let isUrgent = options.wait === undefined;
    let pause: NodeJS.Timeout | undefined;
    /** After the start of a statement, items that can wait do so for this time. */
    const startPause = (ms: number): void => {
      clearTimeout(pause);
      pause = setTimeout(() => {
        pause = undefined;
        sendNext();
        onPauseEnd();
      }, ms);
    };
    const sendNext = (): void => {
      isScheduled = false;
      // A batch with another one behind it is full.
      while (free > 0 && batches.length > 0 && (isUrgent || pause === undefined || batches.length > 1)) {
        const dispatch = batches.shift()!;
        free--;
        if (options.wait) {
          if (batches.length === 0) isUrgent = false;
          startPause(options.wait.ms);
        }
        dispatch();
      }
    };
    /** Sends at the end of this turn of the event loop, together with what arrives in it. */
    const sendSoon = (): void => {
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(sendNext);
    };
    const release = (): void => {
      free++;
      if (batches.length > 0) sendSoon();
    };
    const loader = new DataLoader<Item, Answer>(
      (items) => untilSlow(() => options.send(items).catch((error: unknown) => retryOneByOne(items, error)), release),
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
    return { load, waiting: 0, isPaused: () => pause !== undefined };
  };
  const close = (key: string): void => {
    const queue = queues.get(key);
    if (queue?.waiting === 0 && !queue.isPaused()) queues.delete(key);
  };

  return async (item) => {
    const key = options.keyOf(item);
    const queue = queues.get(key) ?? open(() => close(key));
    queues.set(key, queue);
    queue.waiting++;
    try {
      return await queue.load(item);
    } finally {
      queue.waiting--;
      close(key);
    }
  };
}

/** Limit of a batch's wait for a locked row, and of the others' wait for the batch. */
const LOCK_MS = 250;
/** Part of a batch that the queued calls of one project may fill. */
const SHARE_OF_A_PROJECT = 0.5;
/** Limit of the wait in the queue, like that for a connection. */
const WAIT_MS = 10_000;

/**
 * Batches calls of all projects: those that arrive while `atOnce` statements run share the next
 * statement and commit. A single call does not wait. After a failure, or a long wait for a lock,
 * the calls are retried in batches of their project, then one by one. New calls of the project join
 * them meanwhile: a locked project delays the others once, for a quarter of a second.
 *
 * @example
 * const settle = inBatchesOfAll({ atOnce: 1, atOnceOfAProject: 1, send: settleAll, onRetried });
 * await settle(end);
 */
export function inBatchesOfAll<Item extends { readonly projectId: string }, Answer>(options: {
  readonly atOnce: number;
  readonly atOnceOfAProject: number;
  /** Default: no item waits. */
  readonly wait?: Wait<Item>;
  /** Does all or nothing. Throws when a lock is held for longer than `lockMs`. */
  readonly send: (items: readonly Item[], lockMs: number | null) => Promise<readonly Answer[]>;
  /** A statement over several projects failed, and its calls are retried. */
  readonly onRetried: (error: unknown, items: number) => void;
}): (item: Item) => Promise<Answer> {
  const together = inBatches<Item, { readonly answer: Answer } | null>({
    ...{ keyOf: () => 'all', atOnce: options.atOnce, slowMs: LOCK_MS },
    ...(options.wait && { wait: options.wait }),
    async send(items) {
      try {
        const answers = await options.send(items, LOCK_MS);
        return answers.map((answer) => ({ answer }));
      } catch (error) {
        // It may have taken effect.
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
  /** Number of retried calls by project. */
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
 * Batches reads or writes of requests of any projects: one statement at a time for all that came
 * meanwhile. A single call goes alone, within the share of its request. So does each call that the
 * statement leaves to `alone`, or whose statement failed.
 */
export function inBatchesOfRequests<Item extends { readonly projectId: string }, Answer>(options: {
  readonly alone: (item: Item) => Promise<Answer>;
  /** Null for calls left to `alone`. Throws when a lock is held for longer than `lockMs`. */
  readonly together: (items: readonly Item[], lockMs: number) => Promise<readonly (Answer | null)[]>;
  /** `together` failed, and its calls go alone. */
  readonly onFailed: (error: unknown, items: number) => void;
  /** Limit of queued calls of one project. */
  readonly waitingPerProject: number;
}): (item: Item) => Promise<Answer> {
  const shares = createShares({
    ...{ slots: Number.POSITIVE_INFINITY, each: MOST_REQUESTS * SHARE_OF_A_PROJECT, waitMs: WAIT_MS },
    ...{ waiting: options.waitingPerProject, waitingInAll: Number.POSITIVE_INFINITY },
  });
  type Queued = { readonly item: Item; readonly alone: () => Promise<Answer> };
  const batched = inBatches<Queued, Answer | null>({
    ...{ keyOf: () => 'all', atOnce: 1, maxBatch: MOST_REQUESTS, slowMs: LOCK_MS },
    async send(items) {
      if (items.length === 1) return [await items[0]!.alone()];
      try {
        return await options.together(
          items.map(({ item }) => item),
          LOCK_MS,
        );
      } catch (err) {
        // It may have taken effect.
        if (err instanceof DatabaseUnavailable) throw err;
        options.onFailed(err, items.length);
        return items.map(() => null);
      }
    },
  });
  return async (item) => {
    const alone = () => options.alone(item);
    // A batch runs in the context of another request; a single item counts for its own.
    const queued = { item, alone: AsyncLocalStorage.bind(alone) };
    return (await shares.run(item.projectId, () => batched(queued))) ?? alone();
  };
}
