import { setTimeout as sleep } from 'node:timers/promises';

/** Time for which a server trusts a key and its plan, from the moment it asked. */
export const KEY_TRUST_MS = 1_000;

/** Timers may end a millisecond early. */
const MARGIN_MS = 20;

/** Waits until no server trusts an earlier read, so that a revoked key is refused everywhere. */
export const awaitKeyChange = (): Promise<void> => sleep(KEY_TRUST_MS + MARGIN_MS);
