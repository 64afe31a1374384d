import type { MetaIds } from '../meta/ids.ts';
import type { MetaProfile } from '../meta/profiles.ts';
import { readChoice, readOptionalText, readText, refuseUnknown } from '../read-json.ts';

const kinds = ['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL'] as const;

/**
 * The people of this Instagram: the same after every start, so that a connected account finds its
 * person again. Pat has a personal account, which cannot publish.
 */
export const builtInPeople: readonly MetaProfile[] = [
  person('27153948206731849', '17841447382915063', 'ada', 'Ada Park', 'BUSINESS'),
  person('27390617452083615', '17841401958236877', 'ben', 'Ben Okafor', 'MEDIA_CREATOR'),
  person('27684201395716023', '17841462071549381', 'cleo', 'Cleo Marin', 'BUSINESS'),
  person('27846530917264191', '17841419630482755', 'pat.personal', 'Pat Lindqvist', 'PERSONAL'),
];

/** `{ username, name?, kind? }`. */
export function readNewPerson(ids: MetaIds, body: Readonly<Record<string, unknown>>): MetaProfile {
  refuseUnknown(body, ['username', 'name', 'kind']);
  const username = readText(body, 'username');
  const kind = body.kind === undefined ? 'BUSINESS' : readChoice(body, 'kind', kinds);
  const name = readOptionalText(body, 'name') ?? username;
  return person(ids.person('27'), ids.person('17841'), username, name, kind);
}

/** Instagram has an id in the scope of the app, and one of the account for paths. */
function person(scopedId: string, accountId: string, username: string, name: string, kind: string): MetaProfile {
  return { username, name, kind, scopedId, accountId };
}
