import type pg from 'pg';

/** Shared knowledge of a server's pools about their connections. */
export type DatabaseLink = {
  /** Discards all open connections: the database does not answer, or is no longer the primary. */
  markLost(): void;
  /** Call it when a connection was opened. */
  noteOpened(client: pg.ClientBase): void;
  /** Whether the connection was opened after the last loss. */
  isUsable(client: pg.ClientBase): boolean;
};

/**
 * A host that vanishes closes no connection, and each user of one would wait for the time limit of
 * a statement. So the first one that notices marks all as lost.
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
