import type { Request } from 'express';
import type { Caller } from './admit.ts';
import { batch } from './metrics/social-counts.ts';
import { hasRole, knownRoles, knownStates } from './page-roles.ts';
import { type Projection, readProjection } from './restli/projection.ts';
import { illegalArgument, invalidParameter, notFound, unpermittedParameter } from './restli/refusals.ts';
import { json, type Reply } from './restli/reply.ts';
import { finderRefusal, listParameter, pageOf, rawQuery, textParameter } from './restli/restli-query.ts';
import { pageUrn, personUrn } from './urns.ts';
import type { Acl, Page, World } from './world.ts';

/** `GET /rest/organizationAcls?q=roleAssignee`: all roles, by `role` and `state`. */
export function findAcls(world: World, caller: Caller, req: Request): Reply {
  const acls = aclsOf(world, caller, req);
  if ('status' in acls) return acls;
  const found = pageOf(
    req,
    acls.map(({ pageId, role, state }) => ({
      organization: pageUrn(pageId),
      roleAssignee: personUrn(caller.member.id),
      role,
      state,
    })),
  );
  return found.ok ? json(200, found.value) : found.reply;
}

/** `GET /v2/organizationalEntityAcls`: the same without a version, with names on request. */
export function findEntityAcls(world: World, caller: Caller, req: Request): Reply {
  const acls = aclsOf(world, caller, req);
  if ('status' in acls) return acls;
  const text = textParameter(rawQuery(req), 'projection');
  const projection = text === undefined ? undefined : readProjection(text);
  if (projection === null) return invalidParameter('projection');
  const found = pageOf(req, acls);
  if (!found.ok) return found.reply;
  const { elements, paging } = found.value;
  const decorated = projection?.get('elements')?.has('organizationalTarget~') === true;
  const hidden = elements.find((acl) => acl.state !== 'APPROVED');
  // One role that is not in force makes the whole decorated answer fail: PipedreamHQ/pipedream
  // #21823, checked 2026-11.
  if (decorated && hidden) return adminOnly(hidden.pageId);
  return json(200, {
    ...((!projection || projection.has('paging')) && { paging }),
    elements: elements.map((acl) => entityAcl(world, acl, projection?.get('elements'))),
  });
}

/** `GET /rest/organizations?ids=List(…)`, for the page's administrators. */
export function showOrganizations(world: World, caller: Caller, req: Request): Reply {
  return byIds(req, (id) => showOrganization(world, caller, id));
}

/** `GET /rest/organizations/{id}` */
export function showOrganization(world: World, caller: Caller, id: string): Reply {
  const page = world.pages.get(id);
  if (!page) return notFound();
  return hasRole(world, caller.member.id, id, ['ADMINISTRATOR']) ? json(200, organization(page)) : adminOnly(id);
}

const FINDER_PARAMETERS: readonly string[] = ['q', 'vanityName', 'start', 'count'];

/**
 * `GET /rest/organizations?q=vanityName&vanityName=…`: the fields that everybody may read; the name
 * in any case, as a whole, without wildcards (LinkedIn, Organization Lookup, checked 2026-11).
 */
export function findOrganization(world: World, req: Request): Reply {
  const query = rawQuery(req);
  const wrong = finderRefusal(query, 'vanityName');
  if (wrong) return wrong;
  const unknown = [...query.keys()].find((name) => !FINDER_PARAMETERS.includes(name));
  if (unknown !== undefined) return unpermittedParameter(unknown);
  const name = textParameter(query, 'vanityName');
  if (name === undefined) return illegalArgument("Parameter 'vanityName' is required");
  // Its gateway reads an encoded `&` as the end of the parameter: a question at Stack Exchange,
  // "LinkedIn API v2 Organizations … VanityName" with the answer for `johnson-&-johnson`, checked
  // 2026-11. One source.
  const and = name.indexOf('&');
  if (and !== -1) return unpermittedParameter(name.slice(and + 1));
  const pages = [...world.pages.values()].filter(({ username }) => username.toLowerCase() === name.toLowerCase());
  const found = pageOf(req, pages.map(publicOrganization));
  if (!found.ok) return found.reply;
  const { elements, paging } = found.value;
  return json(200, { paging: { ...paging, total: pages.length }, elements });
}

/** `GET /rest/organizationsLookup?ids=List(…)`: the public part, for everybody. */
export function lookUpOrganizations(world: World, req: Request): Reply {
  return byIds(req, (id) => {
    const page = world.pages.get(id);
    return page ? json(200, organization(page)) : notFound();
  });
}

function byIds(req: Request, answer: (id: string) => Reply): Reply {
  const ids = listParameter(rawQuery(req), 'ids');
  if (!ids.ok) return ids.reply;
  if (ids.value === undefined) return illegalArgument("Parameter 'ids' is required");
  return ids.value.every((id) => /^\d+$/.test(id)) ? batch(ids.value, answer) : invalidParameter('ids');
}

function aclsOf(world: World, caller: Caller, req: Request): readonly Acl[] | Reply {
  const query = rawQuery(req);
  const wrong = finderRefusal(query, 'roleAssignee');
  if (wrong) return wrong;
  const role = textParameter(query, 'role');
  const state = textParameter(query, 'state');
  if (role !== undefined && !knownRoles.includes(role)) return invalidParameter('role');
  if (state !== undefined && !knownStates.includes(state)) return invalidParameter('state');
  return world.acls.filter(
    (acl) =>
      acl.memberId === caller.member.id &&
      (role === undefined || acl.role === role) &&
      (state === undefined || acl.state === state),
  );
}

function entityAcl(world: World, acl: Acl, wanted: Projection | undefined) {
  const page = world.pages.get(acl.pageId);
  const target = wanted?.get('organizationalTarget~');
  const all = {
    role: acl.role,
    roleAssignee: personUrn(acl.memberId),
    state: acl.state,
    organizationalTarget: pageUrn(acl.pageId),
    ...(target && page && { 'organizationalTarget~': pick(organization(page), target) }),
  };
  if (!wanted) return all;
  // A decoration comes with the field that it decorates.
  return pick(all, target ? new Map([...wanted, ['organizationalTarget', target]]) : wanted);
}

function pick(all: Readonly<Record<string, unknown>>, wanted: Projection) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.size === 0 || wanted.has(name)));
}

function organization({ id, name, username }: Page) {
  return {
    id: Number(id),
    localizedName: name,
    vanityName: username,
    logoV2: { original: `urn:li:digitalmediaAsset:C4E0BAQ${id}` },
  };
}

/** The fields of an answer without a role on the page (the same page, and readytotouch #15). */
function publicOrganization(page: Page) {
  return {
    ...organization(page),
    name: { localized: { en_US: page.name }, preferredLocale: { country: 'US', language: 'en' } },
    primaryOrganizationType: 'NONE',
    locations: [],
  };
}

function adminOnly(pageId: string): Reply {
  const message = `Viewer don't have permission to the ADMIN_ONLY VisibilityReduction for ${pageUrn(pageId)}`;
  return json(403, { message, status: 403 });
}
