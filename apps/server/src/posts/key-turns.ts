/** Gives requests with one idempotency key their turn, one after the other. */
export type KeyTurns = {
  /** Resolves when it is this request's turn; the turn lasts until the returned function is called. */
  take(projectId: string, key: string): Promise<() => void>;
};

/**
 * Requests with the same key wait, within this process, until the one before them was recorded or refused: then they find the original instead of
 * competing with it for room. (Over several processes the unique key in the database decides.)
 */
export function createKeyTurns(): KeyTurns {
  const last = new Map<string, Promise<void>>();
  return {
    async take(projectId, key) {
      const name = `${projectId} ${key}`;
      const before = last.get(name);
      let end = () => {};
      const mine = new Promise<void>((resolve) => {
        end = resolve;
      });
      last.set(name, mine);
      await before;
      return () => {
        if (last.get(name) === mine) last.delete(name);
        end();
      };
    },
  };
}
