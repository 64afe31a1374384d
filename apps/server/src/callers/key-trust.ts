import { setTimeout as sleep } from 'node:timers/promises';

/** How long a server trusts what it has read of a key, its project's plan included, from the moment it asked. */
export const KEY_TRUST_MS = 1_000;

/** Timers may end a millisecond early. */
const MARGIN_MS = 20;

/** Waits until no server works with what was read before: whoever revokes a key learns of it when the key is refused everywhere. */
export const awaitKeyChange = (): Promise<void> => sleep(KEY_TRUST_MS + MARGIN_MS);
