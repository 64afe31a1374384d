import DataLoader from 'dataloader';

const MAX_BATCH = 64;

/**
 * Sends calls of one kind that come in while an earlier statement is on its way as one statement, so that under load a database commits once for many of
 * them, and rows that all of them change (a project's quota) are locked once. Alone, a call waits for nobody. `keyOf` keeps apart what may not hold each
 * other up, since the rows of one key may be locked by somebody else. `send` answers in the order of its items; when it fails, each is sent alone, unless
 * `isShared` says that the failure is none of theirs.
 *
 * @example
 * const settle = inBatches({ keyOf: (item) => item.projectId, send: (items) => settlePublished(db, items), isShared });
 * await settle(item);
 */
export function inBatches<Item, Answer>(options: {
  readonly keyOf: (item: Item) => string;
  readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>;
  readonly isShared: (error: unknown) => boolean;
}): (item: Item) => Promise<Answer> {
  const lines = new Map<string, { readonly loader: DataLoader<Item, Answer>; waiting: number }>();

  const sendApart = async (items: readonly Item[], error: unknown): Promise<(Answer | Error)[]> => {
    if (items.length === 1 || options.isShared(error)) throw error;
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
  const open = () => {
    let last: Promise<unknown> = Promise.resolve();
    const loader = new DataLoader<Item, Answer>(
      (items) => {
        const sent = options.send(items).catch((error: unknown) => sendApart(items, error));
        last = sent.catch(() => undefined);
        return sent;
      },
      { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn: (dispatch) => void last.then(dispatch) },
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
