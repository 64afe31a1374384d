import type { AccountCredential } from './credentials.table.ts';
import type { FindCredential, Owner } from './read-credential.ts';

/** What was read ahead longer ago is read again. */
const MAX_AGE_MS = 1_000;

export type ReadAhead = {
  /** Begins to read credentials that runs are about to open. */
  begin(owners: readonly Owner[]): void;
  /** What was read ahead, once; what was not is read now. */
  readonly find: FindCredential;
};

/**
 * Reads the credentials of a post while the post is recorded: a post on its own would wait for one statement more. Nothing is kept for a second post, and what
 * a disconnect or a renewal changed meanwhile does no harm: an intent needs an active account, and a refused credential is read again.
 *
 * @example
 * const ahead = createReadAhead({ find: findCredentialsIn(db), monotonicMs: () => performance.now() });
 * ahead.begin(owners);
 * const recorded = await recordPost(post);
 * const credential = await ahead.find(owners[0]);
 */
export function createReadAhead(deps: {
  readonly find: FindCredential;
  readonly monotonicMs: () => number;
}): ReadAhead {
  type Reading = { readonly promise: Promise<AccountCredential | null>; readonly beganAt: number };
  /** Oldest first. */
  const readings = new Map<string, Reading>();
  const nameOf = ({ projectId, accountId }: Owner): string => `${projectId} ${accountId}`;
  const isOld = ({ beganAt }: Reading): boolean => deps.monotonicMs() - beganAt > MAX_AGE_MS;

  const forgetOld = (): void => {
    for (const [name, reading] of readings) {
      if (!isOld(reading)) return;
      readings.delete(name);
    }
  };
  return {
    begin(owners) {
      forgetOld();
      for (const owner of owners) {
        const name = nameOf(owner);
        if (readings.has(name)) continue;
        const promise = deps.find(owner);
        // `find` reports it, if anybody asks.
        promise.catch(() => undefined);
        readings.set(name, { promise, beganAt: deps.monotonicMs() });
      }
    },
    async find(owner) {
      const reading = readings.get(nameOf(owner));
      if (!reading) return deps.find(owner);
      readings.delete(nameOf(owner));
      return isOld(reading) ? deps.find(owner) : reading.promise.catch(() => deps.find(owner));
    },
  };
}
