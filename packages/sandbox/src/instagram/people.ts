import type { MetaIds } from '../meta/ids.ts';
import type { MetaProfile } from '../meta/profiles.ts';
import { readChoice, readOptionalText, readText, refuseUnknown } from '../read-json.ts';

const kinds = ['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL'] as const;

/** Who lives on this Instagram from the start. Pat cannot be published for: the account is a personal one. */
export function builtInPeople(ids: MetaIds): readonly MetaProfile[] {
  return [
    person(ids, 'ada', 'Ada Park', 'BUSINESS'),
    person(ids, 'ben', 'Ben Okafor', 'MEDIA_CREATOR'),
    person(ids, 'cleo', 'Cleo Marin', 'BUSINESS'),
    person(ids, 'pat.personal', 'Pat Lindqvist', 'PERSONAL'),
  ];
}

/** `{ username, name?, kind? }`. */
export function readNewPerson(ids: MetaIds, body: Readonly<Record<string, unknown>>): MetaProfile {
  refuseUnknown(body, ['username', 'name', 'kind']);
  const username = readText(body, 'username');
  const kind = body.kind === undefined ? 'BUSINESS' : readChoice(body, 'kind', kinds);
  return person(ids, username, readOptionalText(body, 'name') ?? username, kind);
}

function person(ids: MetaIds, username: string, name: string, kind: (typeof kinds)[number]): MetaProfile {
  return { username, name, kind, scopedId: ids.person('27'), accountId: ids.person('17841') };
}
