import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from './database.ts';
import { inBatches } from './in-batches.ts';
import { createShares } from './shares.ts';

const MAX_BATCH = 200;
/** Items of one project that may be in line at once, so that it cannot fill a batch. */
const IN_LINE_OF_A_PROJECT = MAX_BATCH / 2;
/** As long as a statement waits for a connection. */
const WAIT_MS = 10_000;

type Options<Item, Answer> = {
  /** For one on its own. It runs within the share of the request that calls. */
  readonly alone: (item: Item) => Promise<Answer>;
  /** For several, by one statement beside the requests. Null for each that `alone` decides. */
  readonly together: (items: readonly Item[]) => Promise<readonly (Answer | null)[]>;
  /** `together` failed, so its items go alone. */
  readonly onFailed: (err: unknown, items: number) => void;
  /** Others no longer wait for a statement that takes longer. */
  readonly slowMs: number;
  /** Items of one project that may wait to be in line. */
  readonly waitingPerProject: number;
};

/**
 * One line of a server for what requests of any projects need from the database. An item on its own does not wait; those that come while a statement is
 * under way go together in the next one.
 */
export function acrossProjects<Item extends { readonly projectId: string }, Answer>(
  options: Options<Item, Answer>,
): (item: Item) => Promise<Answer> {
  const line = createShares({
    ...{ places: Number.POSITIVE_INFINITY, each: IN_LINE_OF_A_PROJECT, waitMs: WAIT_MS },
    ...{ waiting: options.waitingPerProject, waitingInAll: Number.POSITIVE_INFINITY },
  });
  type InLine = { readonly item: Item; readonly alone: () => Promise<Answer> };
  const inLine = inBatches<InLine, Answer | null>({
    ...{ keyOf: () => 'all', atOnce: 1, maxBatch: MAX_BATCH, slowMs: options.slowMs },
    async send(items) {
      if (items.length === 1) return [await items[0]!.alone()];
      try {
        return await options.together(items.map(({ item }) => item));
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
