import type { HubWriteCall } from '@fanfare/hub';
import { NetworkError, repeatSoon } from '@fanfare/network';

type Making<T> = {
  /** Finds the result of an earlier call; null when there is nothing. */
  readonly find: () => Promise<T | null>;
  readonly make: () => Promise<T>;
};

/**
 * Makes something that nobody can see, or finds what an earlier call made. After an answer that
 * says nothing, lost or unreadable, it looks once: what is there was made.
 */
export function makeOnce<T>(call: HubWriteCall, { find, make }: Making<T>): Promise<T> {
  const madeAfterAll = async (error: unknown): Promise<T> => {
    if (!(error instanceof NetworkError) || error.code !== 'network_unavailable') throw error;
    const found = await find().catch((failed: unknown) => {
      if (failed instanceof NetworkError) return null;
      throw failed;
    });
    if (found === null) throw error;
    return found;
  };
  return repeatSoon(call, async () => (await find()) ?? make().catch(madeAfterAll));
}
