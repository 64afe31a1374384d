import type { MetaIds } from '../meta/ids.ts';
import type { MetaProfile } from '../meta/profiles.ts';
import { readChoice, readOptionalText, readText, refuseUnknown } from '../read-json.ts';

const kinds = ['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL'] as const;

/**
 * The people of this Instagram: the same after every start, so that a connected account finds its
 * person again. Pat has a personal account, which cannot publish.
 */
export const builtInPeople: readonly MetaProfile[] = [
  {
    username: 'ada',
    name: 'Ada Park',
    kind: 'BUSINESS',
    scopedId: '27153948206731849',
    accountId: '17841447382915063',
  },
  {
    username: 'ben',
    name: 'Ben Okafor',
    kind: 'MEDIA_CREATOR',
    scopedId: '27390617452083615',
    accountId: '17841401958236877',
  },
  {
    username: 'cleo',
    name: 'Cleo Marin',
    kind: 'BUSINESS',
    scopedId: '27684201395716023',
    accountId: '17841462071549381',
  },
  {
    username: 'pat.personal',
    name: 'Pat Lindqvist',
    kind: 'PERSONAL',
    scopedId: '27846530917264191',
    accountId: '17841419630482755',
  },
];

/** `{ username, name?, kind? }`. */
export function readNewPerson(ids: MetaIds, body: Readonly<Record<string, unknown>>): MetaProfile {
  refuseUnknown(body, ['username', 'name', 'kind']);
  const username = readText(body, 'username');
  const kind = body.kind === undefined ? 'BUSINESS' : readChoice(body, 'kind', kinds);
  const name = readOptionalText(body, 'name') ?? username;
  return { username, name, kind, scopedId: ids.person('27'), accountId: ids.person('17841') };
}
