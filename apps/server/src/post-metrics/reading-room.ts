/** Places for reads of one kind, so that they cannot take all there is. */
export type ReadingRoom = {
  /** Runs `read` when there is a place; waiters go in turn. Null when `signal` was aborted before there was one: then `read` never began. */
  within<T extends NonNullable<unknown>>(signal: AbortSignal, read: () => Promise<T>): Promise<T | null>;
};

/**
 * A room with so many places.
 *
 * @example
 * const room = createReadingRoom(8);
 * const counts = await room.within(signal, () => adapter.metrics(call, id));
 */
export function createReadingRoom(places: number): ReadingRoom {
  const waiting: (() => void)[] = [];
  let taken = 0;

  const place = (signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return Promise.resolve(false);
    if (taken < places) {
      taken++;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const take = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(take), 1);
        resolve(false);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(take);
    });
  };

  return {
    async within(signal, read) {
      if (!(await place(signal))) return null;
      try {
        return await read();
      } finally {
        // The place goes to the next in turn, so `taken` stays.
        const next = waiting.shift();
        if (next) next();
        else taken--;
      }
    },
  };
}

/** A room of so many places for each name, made when it is first asked for. */
export function createReadingRooms(places: number): (name: string) => ReadingRoom {
  const rooms = new Map<string, ReadingRoom>();
  return (name) => {
    const room = rooms.get(name) ?? createReadingRoom(places);
    rooms.set(name, room);
    return room;
  };
}
