import type { Mention } from '@fanfare/contract';
import { type AccountCall, readAnswer, scopesMissing } from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { isMention } from './little-text.ts';
import { restliValue } from './urn.ts';
import { OrganizationsFound } from './wire.ts';

/** The one that opens the look-up (LinkedIn, Organization Lookup, permissions, checked 2026-11). */
const SCOPE = 'rw_organization_admin';

const REMEDY =
  'LinkedIn gives it to apps that it has approved for pages. Ask who runs this service whether its app has it; if so, connect the account again.';

/**
 * The organization with this name in its address, as a whole and in any case; LinkedIn has no
 * search by a part of a name (LinkedIn, Organization Lookup, checked 2026-11). Throws NetworkError.
 */
export async function findOrganizations(
  call: AccountCall,
  config: LinkedinConfig,
  q: string,
): Promise<readonly Mention[]> {
  if (!call.credential.scopes.includes(SCOPE))
    throw scopesMissing('LinkedIn', SCOPE, 'looking up organizations', REMEDY);
  const answer = await readRest(call, config, call.credential.accessToken, {
    path: `organizations?q=vanityName&vanityName=${restliValue(vanityNameIn(q))}`,
  });
  const { elements } = readAnswer('LinkedIn', OrganizationsFound, answer, 'a question for an organization');
  return elements
    .map(({ id, localizedName, vanityName }) => ({
      type: 'organization' as const,
      name: localizedName,
      headline: null,
      platformUserId: `organization:${id}`,
      text: `@[${localizedName}](urn:li:organization:${id})`,
      url: vanityName === undefined ? null : `${config.wwwUrl}/company/${vanityName}`,
    }))
    .filter(({ text }) => isMention(text));
}

/** The name out of an address such as `https://www.linkedin.com/company/harbour-coffee/about/`. */
const vanityNameIn = (q: string): string => /\/(?:company|school|showcase)\/([^/?#]+)/.exec(q)?.[1] ?? q.trim();
