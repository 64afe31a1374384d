import type pg from 'pg';

/** What the pools of a server know about their connections together. */
export type DatabaseLink = {
  /** Connections that are open now are not used again: the database does not answer on one of them, or it is not the primary any more. */
  markLost(): void;
  /** Call when a connection was opened. */
  noteOpened(client: pg.ClientBase): void;
  /** Whether the connection was opened after the last loss. */
  isUsable(client: pg.ClientBase): boolean;
};

/**
 * A host that vanishes closes no connection. Whoever used one would wait for the limit of a statement to find out, one after the other. So the first one that finds out
 * does it for all.
 */
export function createDatabaseLink(): DatabaseLink {
  let losses = 0;
  const openedAfter = new WeakMap<pg.ClientBase, number>();
  return {
    markLost: () => void losses++,
    noteOpened: (client) => void openedAfter.set(client, losses),
    isUsable: (client) => openedAfter.get(client) === losses,
  };
}
