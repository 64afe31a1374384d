import { checkFields, checkText, named, wrong } from '../check-argument.ts';
import type { MockState } from '../mock-state.ts';
import { HUB_KINDS } from './hub-kinds.ts';
import type { ConnectCodeSeed } from './hub-scripts.ts';
import type { ConnectCode } from './hub-world.ts';
import { findHub, HUB_FIELDS } from './seed-hub.ts';

/** Letters of a code, as Hub Connect proposes them: no vowels, nothing that looks like another. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LIFETIME_MS = 600_000;

type Deps = Pick<MockState, 'world' | 'clock' | 'ids'>;

/** A user of a hub generates a code. Throws RangeError for an invalid argument. */
export function makeConnectCode(deps: Deps, seed: ConnectCodeSeed = {}): string {
  checkFields('hubs.connectCode(code)', seed, {
    ...{ hubUrl: HUB_FIELDS.url, type: named(HUB_KINDS), username: checkText, defaultSpaceSlug: checkText },
  });
  const { hubUrl, type, username = 'ada', defaultSpaceSlug = null } = seed;
  const hub = findHub(deps, { ...(hubUrl !== undefined && { url: hubUrl }), ...(type && { type }) });
  if (!hub) throw wrong('hubs.connectCode(code).type', type, `the type of the hub at ${hubUrl}`);
  const code = [...deps.ids.digits(32).matchAll(/../g)]
    .map(([pair]) => LETTERS[Number(pair) % LETTERS.length])
    .join('');
  const expiresAtMs = deps.clock.now() + LIFETIME_MS;
  deps.world.connectCodes.set(code, { hub, username, defaultSpaceSlug, expiresAtMs, isUsed: false });
  return code.replaceAll(/(.{4})(?!$)/g, '$1-');
}

/** The code that a user typed, in any form; null if unknown, used, expired or another hub's. */
export function findConnectCode({ world, clock }: Deps, hubUrl: string, typed: string): ConnectCode | null {
  const code = world.connectCodes.get(typed.replaceAll(/[\s-]/g, '').toUpperCase());
  return code && code.hub.url === hubUrl && !code.isUsed && clock.now() <= code.expiresAtMs ? code : null;
}
