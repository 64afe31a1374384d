import type { Mention } from '@fanfare/contract';
import { type AccountCall, readAnswer } from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { isMention } from './little-text.ts';
import { authorUrn, isPage, restliValue } from './urn.ts';
import { FollowersFound } from './wire.ts';

/**
 * The one that opens the look-up (LinkedIn, People Typeahead API, permissions, checked 2026-11).
 */
const SCOPE = 'r_organization_followers';

/** A name, as people have it: an address, or a name with digits, is that of an organization. */
const NAME = /^[\p{L}\p{M}\s.'’-]+$/u;
const LETTER = /\p{L}/gu;
const LEAST_LETTERS = 3;

/** Whether people can be looked up: by pages with the permission, and with 3 letters of a name. */
export function mayFindFollowers({ account, credential }: AccountCall, q: string): boolean {
  const letters = NAME.test(q) ? (q.match(LETTER)?.length ?? 0) : 0;
  return isPage(account.platformUserId) && credential.scopes.includes(SCOPE) && letters >= LEAST_LETTERS;
}

/**
 * People who follow the page, up to 10, by the first letters of their first or last name. LinkedIn
 * opens no other people, and none to a member's account (LinkedIn, People Typeahead API,
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-atmention-search-api,
 * checked 2026-11). Throws NetworkError.
 */
export async function findFollowers(call: AccountCall, config: LinkedinConfig, q: string): Promise<readonly Mention[]> {
  const organization = restliValue(authorUrn(call.account.platformUserId));
  const keywords = restliValue(q.trim().replace(/\s+/g, ' '));
  const answer = await readRest(call, config, call.credential.accessToken, {
    path: `peopleTypeahead?q=organizationFollowers&keywords=${keywords}&organization=${organization}`,
  });
  const { elements } = readAnswer('LinkedIn', FollowersFound, answer, 'a question for the followers of a page');
  return elements.flatMap(({ member, firstName, lastName, headline }) => {
    const id = /^urn:li:person:([\w-]+)$/.exec(member)?.[1];
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const text = `@[${name}](${member})`;
    if (id === undefined || !isMention(text)) return [];
    return [{ type: 'person' as const, name, headline: headline || null, platformUserId: id, text, url: null }];
  });
}
