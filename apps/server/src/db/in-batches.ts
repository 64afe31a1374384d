import DataLoader from 'dataloader';
import { DatabaseUnavailable } from './database.ts';

const MAX_BATCH = 64;

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

  const sendApart = async (items: readonly Item[], error: unknown): Promise<(Answer | Error)[]> => {
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
      (items) => untilSlow(() => options.send(items).catch((error: unknown) => sendApart(items, error)), passOn),
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
