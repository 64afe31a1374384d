import type { FindMentionsResponse, Mention } from '@fanfare/contract';
import { canPublish, noMentionLookUp } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { errorText, notActive } from '../posts/target-error.ts';
import type { StoredAccount } from '../world.ts';

const PAGE = /^organization:(\d+)$/;

/** The followers of every page. */
const FOLLOWERS = [
  ['Yw5nH0cJxE', 'Ben', 'Okafor', 'Roaster'],
  ['m7LdS2fGuA', 'Cleo', 'Marin', 'Photographer'],
  ['q4Zt9WmRkB', 'Dora', 'Lind', null],
] as const;

/**
 * Finds pages of the mock by the name of their account, and for a page the people who follow it.
 */
export function findMentions(
  { world }: Pick<MockState, 'world'>,
  account: StoredAccount,
  q: string,
): FindMentionsResponse {
  if (account.platform !== 'linkedin') return { mentions: [], error: noMentionLookUp(account.platform) };
  if (!canPublish(account.status)) return { mentions: [], error: errorText(notActive(account)) };
  const wanted = (/\/company\/([^/?#]+)/.exec(q)?.[1] ?? q.trim()).toLowerCase();
  const found = new Map<string, Mention>();
  for (const { platform, platformUserId, username: name } of world.accounts.values()) {
    const id = PAGE.exec(platformUserId)?.[1];
    if (platform !== 'linkedin' || id === undefined || name.toLowerCase() !== wanted) continue;
    const text = `@[${name}](urn:li:organization:${id})`;
    const url = `https://www.linkedin.com/company/${name}`;
    found.set(id, { type: 'organization', name, headline: null, platformUserId, text, url });
  }
  const people = PAGE.test(account.platformUserId) && wanted.length >= 3 ? followersNamed(wanted) : [];
  return { mentions: [...found.values(), ...people], error: null };
}

const followersNamed = (wanted: string): readonly Mention[] =>
  FOLLOWERS.flatMap(([platformUserId, first, last, headline]) => {
    const name = `${first} ${last}`;
    if (![name, last].some((part) => part.toLowerCase().startsWith(wanted))) return [];
    const text = `@[${name}](urn:li:person:${platformUserId})`;
    return [{ type: 'person', name, headline, platformUserId, text, url: null }];
  });
