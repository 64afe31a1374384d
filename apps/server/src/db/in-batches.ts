import DataLoader from 'dataloader';
import { DatabaseUnavailable } from './database.ts';

const MAX_BATCH = 64;

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
  readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>;
}): (item: Item) => Promise<Answer> {
  const lines = new Map<string, { readonly loader: DataLoader<Item, Answer>; waiting: number }>();

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
  const open = () => {
    let free = options.atOnce;
    const batches: (() => void)[] = [];
    let isAsked = false;
    const sendNext = (): void => {
      isAsked = false;
      while (free > 0) {
        const dispatch = batches.shift();
        if (!dispatch) return;
        free--;
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
    return { loader, waiting: 0 };
  };

  return async (item) => {
    const key = options.keyOf(item);
    const line = lines.get(key) ?? open();
    lines.set(key, line);
    line.waiting++;
    try {
      return await line.loader.load(item);
    } finally {
      if (--line.waiting === 0) lines.delete(key);
    }
  };
}
