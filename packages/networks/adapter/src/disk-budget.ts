/** The disk space that the media of all posts of a process share. */
export type DiskBudget = {
  readonly totalBytes: number;
  usedBytes(): number;
  /** Reserves so many bytes now, or nothing, also when others wait. */
  take(bytes: number): boolean;
  /** Reserves so many bytes once they are free, first come first served; false when `signal` ends the wait first, or when the budget is smaller. */
  wait(bytes: number, signal: AbortSignal): Promise<boolean>;
  give(bytes: number): void;
};

type Waiter = { readonly bytes: number; readonly admit: (isTaken: boolean) => void };

/**
 * Limits the disk space of all media together. `freeBytes` says how much the disk can still take: other programs write to it as well.
 *
 * @example
 * const room = createDiskBudget(8 * 1024 ** 3);
 * if (await room.wait(file.bytes, AbortSignal.timeout(60_000))) room.give(file.bytes);
 */
export function createDiskBudget(
  totalBytes: number,
  freeBytes: () => number = () => Number.POSITIVE_INFINITY,
): DiskBudget {
  let used = 0;
  const waiting: Waiter[] = [];
  const fits = (bytes: number): boolean => used + bytes <= totalBytes && bytes <= freeBytes();
  const admitWaiting = (): void => {
    for (let first = waiting[0]; first !== undefined && fits(first.bytes); first = waiting[0]) {
      waiting.shift();
      used += first.bytes;
      first.admit(true);
    }
  };
  return {
    totalBytes,
    usedBytes: () => used,
    take(bytes) {
      if (waiting.length > 0 || !fits(bytes)) return false;
      used += bytes;
      return true;
    },
    wait(bytes, signal) {
      if (bytes > totalBytes || signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const leave = (): void => waiter.admit(false);
        const waiter: Waiter = {
          bytes,
          admit(isTaken) {
            const place = waiting.indexOf(waiter);
            if (place >= 0) waiting.splice(place, 1);
            signal.removeEventListener('abort', leave);
            resolve(isTaken);
            // Waiters behind a large one that gave up may fit now.
            if (!isTaken) admitWaiting();
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(waiter);
        admitWaiting();
      });
    },
    give(bytes) {
      used -= bytes;
      admitWaiting();
    },
  };
}
