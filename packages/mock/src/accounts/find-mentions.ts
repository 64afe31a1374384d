import type { FindMentionsResponse, Mention } from '@fanfare/contract';
import { canPublish, noMentionLookUp } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { errorText, notActive } from '../posts/target-error.ts';
import type { StoredAccount } from '../world.ts';

const PAGE = /^organization:(\d+)$/;

/** Finds pages of the mock by the name of their account. */
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
    found.set(id, { name, platformUserId, text, url: `https://www.linkedin.com/company/${name}` });
  }
  return { mentions: [...found.values()], error: null };
}
