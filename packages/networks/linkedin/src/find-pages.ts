import { type Credential, NetworkError, type NetworkIo, type Profile, readAnswer } from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { pageId, restliList } from './urn.ts';
import { AclsAnswer, OrganizationsAnswer } from './wire.ts';

const ACLS_PER_CALL = 100;
const NAMES_PER_CALL = 50;
/** A guard against a list that never ends, far above what one member administers. */
const MAX_ACL_CALLS = 20;

/**
 * The company pages a member administers (LinkedIn, Organization access control and Organization
 * lookup, checked 2026-11). Both calls are heavily throttled per app and day: pages that cannot be
 * listed are left out, and a page without a name is called `organization {id}`.
 */
export async function findPages(
  io: NetworkIo,
  config: LinkedinConfig,
  credential: Credential,
): Promise<readonly Profile[]> {
  const ids = await listAdministered(io, config, credential);
  const names = await readNames(io, config, credential, ids);
  return ids.map((id) => ({
    platformUserId: `organization:${id}`,
    username: names.get(id) ?? `organization ${id}`,
    otherIds: [],
  }));
}

/** Ids in LinkedIn's order, each once: one member can hold several roles on a page. */
async function listAdministered(
  io: NetworkIo,
  config: LinkedinConfig,
  credential: Credential,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (let page = 0; page < MAX_ACL_CALLS; page++) {
    const start = page * ACLS_PER_CALL;
    const acls = await orNull(async () => {
      const answer = await readRest(io, config, credential.accessToken, {
        path: `organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&start=${start}&count=${ACLS_PER_CALL}`,
      });
      return readAnswer('LinkedIn', AclsAnswer, answer, 'a question for the pages of a member').elements;
    });
    if (acls === null) break;
    for (const { organization, role, state } of acls) {
      const id = organization === undefined ? null : pageId(organization);
      if (id !== null && role === 'ADMINISTRATOR' && state === 'APPROVED') ids.add(id);
    }
    if (acls.length < ACLS_PER_CALL) break;
  }
  return [...ids];
}

async function readNames(
  io: NetworkIo,
  config: LinkedinConfig,
  credential: Credential,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += NAMES_PER_CALL) {
    const found = await orNull(async () => {
      const answer = await readRest(io, config, credential.accessToken, {
        path: `organizations?ids=${restliList(ids.slice(from, from + NAMES_PER_CALL))}`,
      });
      return readAnswer('LinkedIn', OrganizationsAnswer, answer, 'a question for the names of pages').results;
    });
    if (found === null) break;
    for (const { id, vanityName, localizedName } of Object.values(found)) {
      const name = vanityName || localizedName;
      if (name) names.set(id, name);
    }
  }
  return names;
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw error;
  }
}
