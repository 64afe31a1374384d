import type { Request } from 'express';
import type { Caller } from './admit.ts';
import { nameParts } from './login/member-claims.ts';
import { hasRole } from './page-roles.ts';
import { illegalArgument, invalidParameter, notPermitted, unpermittedParameter } from './restli/refusals.ts';
import { json, type Reply } from './restli/reply.ts';
import { finderRefusal, pageOf, rawQuery, textParameter } from './restli/restli-query.ts';
import { personUrn, readUrn } from './urns.ts';
import type { Member, World } from './world.ts';

// Microsoft Learn, LinkedIn "People Typeahead API" (posts-atmention-search-api, li-lms-2025-01),
// checked 2026-11-29: the permission `r_organization_followers`, these two roles, at most ten
// members, and the fields of an element. The page shows no refusal and no shortest text: three
// letters are Ayrshare's, "LinkedIn Search", checked 2026-11-29.
const ROLES: readonly string[] = ['ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER'];
const MOST = 10;
const SHORTEST = 3;
const PARAMETERS: readonly string[] = ['q', 'keywords', 'organization', 'start', 'count'];

/**
 * `GET /rest/peopleTypeahead?q=organizationFollowers&keywords=…&organization=…`: the followers of a
 * page whose first or last name begins with the text.
 */
export function findFollowers(world: World, caller: Caller, req: Request): Reply {
  const query = rawQuery(req);
  const wrong = finderRefusal(query, 'organizationFollowers');
  if (wrong) return wrong;
  const unknown = [...query.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) return unpermittedParameter(unknown);
  const keywords = textParameter(query, 'keywords');
  if (keywords === undefined) return illegalArgument("Parameter 'keywords' is required");
  const organization = textParameter(query, 'organization');
  if (organization === undefined) return illegalArgument("Parameter 'organization' is required");
  const page = readUrn(organization);
  if (page?.type !== 'organization') return invalidParameter('organization');
  if (!hasRole(world, caller.member.id, page.id, ROLES)) return notPermitted(caller.call);
  if ([...keywords].length < SHORTEST) return invalidParameter('keywords');
  const followers = [...world.members.values()].filter(
    ({ follows, name }) => follows.has(page.id) && begins(name, keywords),
  );
  const found = pageOf(req, followers.slice(0, MOST).map(element));
  return found.ok ? json(200, found.value) : found.reply;
}

function begins(name: string, keywords: string): boolean {
  const wanted = keywords.toLowerCase();
  const { family } = nameParts(name);
  return [name, family].some((part) => part.toLowerCase().startsWith(wanted));
}

function element({ id, name, headline }: Member) {
  const { given, family } = nameParts(name);
  return {
    member: personUrn(id),
    photo: `urn:li:image:C4E03AQ${id}`,
    firstName: given,
    lastName: family,
    headline,
  };
}
