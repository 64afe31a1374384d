import { DatabaseUnavailable } from './database.ts';
import { inBatches, type Wait } from './in-batches.ts';
import { isLocked } from './lock-timeout.ts';

/** A statement over several projects waits no longer for a row that somebody else has locked, and others wait no longer for it. */
const LOCK_MS = 250;
const MAX_BATCH = 64;

/**
 * Batches calls of all projects: those that arrive while `atOnce` statements are under way share the next statement and commit, whatever their projects. A call
 * on its own does not wait. When a statement fails, or waits too long for a lock, its calls go apart: in batches of their own project, then each alone. As
 * long as calls of a project go apart, its new ones join them: a project that is locked holds up the others once, for a quarter of a second.
 *
 * @example
 * const settle = inBatchesOfAll({ atOnce: 1, atOnceOfAProject: 1, send: (ends, lockMs) => settlePublished(db, ends, lockMs), onApart });
 * await settle(end);
 */
export function inBatchesOfAll<Item extends { readonly projectId: string }, Answer>(options: {
  readonly atOnce: number;
  readonly atOnceOfAProject: number;
  /** Default: no item waits. */
  readonly wait?: Wait<Item>;
  /** Does all or nothing, and returns answers in the order of its items. Throws when a lock is held for longer than `lockMs`. */
  readonly send: (items: readonly Item[], lockMs: number | null) => Promise<readonly Answer[]>;
  /** A statement over several projects failed, and its calls go apart. */
  readonly onApart: (error: unknown, items: number) => void;
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
        options.onApart(error, items.length);
        return items.map(() => null);
      }
    },
  });
  const apart = inBatches<Item, Answer>({
    keyOf: ({ projectId }) => projectId,
    atOnce: options.atOnceOfAProject,
    send: (items) => options.send(items, null),
  });
  /** How many calls of a project go apart. */
  const goingApart = new Map<string, number>();

  return async (item) => {
    const { projectId } = item;
    const done = goingApart.has(projectId) ? null : await together(item);
    if (done) return done.answer;
    goingApart.set(projectId, (goingApart.get(projectId) ?? 0) + 1);
    try {
      return await apart(item);
    } finally {
      const left = goingApart.get(projectId)! - 1;
      if (left > 0) goingApart.set(projectId, left);
      else goingApart.delete(projectId);
    }
  };
}
