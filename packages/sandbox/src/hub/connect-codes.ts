import type { Hub, HubUser } from './hub.ts';
import { createKey, hashOf } from './keys.ts';
import { randomLetters } from './random-letters.ts';

/** Consonants that do not look alike and spell no word (RFC 8628, section 6.1). */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const LETTERS = 16;
export const CODE_LIFE_MS = 10 * 60_000;
/** Wrong codes of an address in a code's life: the lowest limit of Hub Connect. */
const MOST_FAILURES = 30;

export type Exchanged =
  | { readonly state: 'exchanged'; readonly user: HubUser; readonly apiKey: string }
  | { readonly state: 'refused' }
  | { readonly state: 'too_many_attempts'; readonly retryAfterMs: number };

/** A code like `TCVX-XRPK-KNNF-NLSW`, good once for ten minutes. It ends the older one. */
export function createCode(hub: Hub, user: HubUser): { readonly code: string; readonly expiresAt: number } {
  const letters = randomLetters(hub.context, ALPHABET, LETTERS);
  const expiresAt = hub.context.clock.now() + CODE_LIFE_MS;
  hub.codes.set(user.id, { hash: hashOf(letters), userId: user.id, expiresAt });
  return { code: letters.match(/.{4}/g)?.join('-') ?? letters, expiresAt };
}

/** Trades a code for a key in one step, so parallel calls get one key. */
export function exchangeCode(
  hub: Hub,
  call: { readonly code: string; readonly name: string; readonly address: string },
): Exchanged {
  const now = hub.context.clock.now();
  const failures = (hub.failedExchanges.get(call.address) ?? []).filter((at) => now - at < CODE_LIFE_MS);
  if (failures.length >= MOST_FAILURES) {
    return { state: 'too_many_attempts', retryAfterMs: Math.min(...failures) + CODE_LIFE_MS - now };
  }
  const hash = hashOf(normalise(call.code));
  const code = [...hub.codes.values()].find((each) => each.hash === hash);
  const user = code && now < code.expiresAt ? hub.users.find(({ id }) => id === code.userId) : undefined;
  if (!code || !user) {
    hub.failedExchanges.set(call.address, [...failures, now]);
    return { state: 'refused' };
  }
  hub.codes.delete(code.userId);
  return { state: 'exchanged', user, apiKey: createKey(hub, user, call.name).apiKey };
}

/** People type codes in lower case, with spaces, and with other dashes. */
function normalise(code: string): string {
  return code.toUpperCase().replace(/[^A-Z]/g, '');
}
