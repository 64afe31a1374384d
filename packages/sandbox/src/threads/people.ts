import type { MetaIds } from '../meta/ids.ts';
import type { MetaProfile } from '../meta/profiles.ts';
import { readOptionalText, readText, refuseUnknown } from '../read-json.ts';

export function builtInPeople(ids: MetaIds): readonly MetaProfile[] {
  return [person(ids, 'ada', 'Ada Park'), person(ids, 'ben', 'Ben Okafor'), person(ids, 'cleo', 'Cleo Marin')];
}

/** `{ username, name? }`. */
export function readNewPerson(ids: MetaIds, body: Readonly<Record<string, unknown>>): MetaProfile {
  refuseUnknown(body, ['username', 'name']);
  const username = readText(body, 'username');
  return person(ids, username, readOptionalText(body, 'name') ?? username);
}

/** Threads has one id per person, which stands in paths and in the code exchange alike. */
function person(ids: MetaIds, username: string, name: string): MetaProfile {
  const id = ids.person('24');
  return { username, name, kind: 'PROFILE', scopedId: id, accountId: id };
}
