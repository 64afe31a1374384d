import type { MetaIds } from '../meta/ids.ts';
import type { MetaProfile } from '../meta/profiles.ts';
import { readOptionalText, readText, refuseUnknown } from '../read-json.ts';

/** The people, the same after every start, so that accounts find them again. */
export const builtInPeople: readonly MetaProfile[] = [
  person('24172950638417593', 'ada', 'Ada Park'),
  person('24508361927450317', 'ben', 'Ben Okafor'),
  person('24791046385213661', 'cleo', 'Cleo Marin'),
];

/** `{ username, name? }`. */
export function readNewPerson(ids: MetaIds, body: Readonly<Record<string, unknown>>): MetaProfile {
  refuseUnknown(body, ['username', 'name']);
  const username = readText(body, 'username');
  return person(ids.person('24'), username, readOptionalText(body, 'name') ?? username);
}

/** Threads has one id per person, for paths and for the code exchange. */
function person(id: string, username: string, name: string): MetaProfile {
  return { username, name, kind: 'PROFILE', scopedId: id, accountId: id };
}
