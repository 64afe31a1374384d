/** The owner of a file, and the bytes of the budget that the file holds already. */
export type Claim = { readonly owner: string; readonly heldBytes: number };

/** The disk space that the media of all posts of a process share. */
export type DiskBudget = {
  readonly totalBytes: number;
  usedBytes(): number;
  /** Reserves so many bytes now, or nothing, also when others wait. */
  take(bytes: number, claim: Claim): boolean;
  /** Reserves bytes when they are free, in order; false after `signal`, or if never enough. */
  wait(bytes: number, owner: string, signal: AbortSignal): Promise<boolean>;
  give(bytes: number, owner: string): void;
};

type Waiter = { readonly bytes: number; readonly owner: string; readonly admit: (isTaken: boolean) => void };

/** The share of the budget that one owner may hold. */
const SHARE = 0.75;

/**
 * Limits the disk space of all media together, and that of each owner to three quarters, so that
 * one project with many videos stops only itself. A single file may take all. `freeBytes` says how
 * much the disk can still take: other programs write to it as well.
 *
 * @example
 * const budget = createDiskBudget(8 * 1024 ** 3);
 * if (await budget.wait(file.bytes, project, AbortSignal.timeout(60_000))) budget.give(file.bytes, project);
 */
export function createDiskBudget(
  totalBytes: number,
  freeBytes: () => number = () => Number.POSITIVE_INFINITY,
): DiskBudget {
  const usedBy = new Map<string, number>();
  let used = 0;
  const waiting: Waiter[] = [];
  const fits = (bytes: number): boolean => used + bytes <= totalBytes && bytes <= freeBytes();
  const isWithinShare = (bytes: number, { owner, heldBytes }: Claim): boolean => {
    const others = (usedBy.get(owner) ?? 0) - heldBytes;
    return others === 0 || others + heldBytes + bytes <= totalBytes * SHARE;
  };
  /** The first that waits for space, and not for files of its own owner. */
  const firstWaiting = (): Waiter | undefined => {
    const atTheirShare = new Set<string>();
    return waiting.find(({ bytes, owner }) => {
      if (!isWithinShare(bytes, { owner, heldBytes: 0 })) atTheirShare.add(owner);
      return !atTheirShare.has(owner);
    });
  };
  const reserve = (bytes: number, owner: string): void => {
    used += bytes;
    const of = (usedBy.get(owner) ?? 0) + bytes;
    if (of === 0) usedBy.delete(owner);
    else usedBy.set(owner, of);
  };
  const admitWaiting = (): void => {
    for (let first = firstWaiting(); first !== undefined && fits(first.bytes); first = firstWaiting()) {
      waiting.splice(waiting.indexOf(first), 1);
      reserve(first.bytes, first.owner);
      first.admit(true);
    }
  };
  return {
    totalBytes,
    usedBytes: () => used,
    take(bytes, claim) {
      const hasEarlier = waiting.some(({ owner }) => owner === claim.owner);
      if (hasEarlier || firstWaiting() !== undefined || !fits(bytes) || !isWithinShare(bytes, claim)) return false;
      reserve(bytes, claim.owner);
      return true;
    },
    wait(bytes, owner, signal) {
      if (bytes > totalBytes || signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const leave = (): void => waiter.admit(false);
        const waiter: Waiter = {
          bytes,
          owner,
          admit(isTaken) {
            const index = waiting.indexOf(waiter);
            if (index >= 0) waiting.splice(index, 1);
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
    give(bytes, owner) {
      reserve(-bytes, owner);
      admitWaiting();
    },
  };
}
