import type { HubAccess, HubDriver, HubKey, HubUserAnswer } from '@fanfare/hub';
import { type NetworkIo, unreadableAnswer } from '@fanfare/network';
import { readRest } from './call-wordpress.ts';
import { keyProblem, problemOf } from './connect-problems.ts';
import { describeSite, findSite, locate } from './find-site.ts';
import { MeAnswer } from './wire.ts';

/** Rights to publish posts and upload files (WordPress, roles and capabilities, 2026-11). */
const NEEDED = [
  ['publish_posts', 'publish posts'],
  ['upload_files', 'upload images'],
] as const;

/** Finds the site and the user of an application password. */
export async function connect(io: NetworkIo, { url, apiUrl, username, apiKey }: HubKey): Promise<HubUserAnswer> {
  const found = await findSite(io, apiUrl ?? url);
  const keyOrigins = [new URL(found.apiUrl).origin];
  const accessTo = (api: string): HubAccess => ({
    ...{ ...io, username: username ?? '', apiKey },
    hub: { apiUrl: api, keyOrigins },
  });
  const site = await describeSite(accessTo(found.apiUrl), found, url);
  const me = await readMe(accessTo(site.apiUrl)).catch((error: unknown) => {
    throw keyProblem(error, site);
  });
  const missing = NEEDED.filter(([capability]) => me.capabilities[capability] !== true).map(([, right]) => right);
  if (missing.length > 0)
    return { ok: false, message: `The user of this key may not ${missing.join(' or ')} on the hub.` };
  return {
    ok: true,
    user: {
      site: { apiUrl: site.apiUrl, keyOrigins, name: site.name },
      ...(site.home !== null && { home: site.home }),
      ...{ remoteId: String(me.id), username: me.username },
    },
  };
}

/** The address that the site says it has, without a key. */
export const findHome: NonNullable<HubDriver['findHome']> = async (io, url) => {
  const { apiUrl, root } = await findSite(io, url);
  return root === 'needs sign-in' ? null : (await locate(io, { apiUrl, root, given: url })).home;
};

/** Throws `credential_rejected` only where WordPress itself refuses the key. */
export const checkKey: HubDriver['checkKey'] = async (call) => void (await readMe(call));

async function readMe(access: HubAccess) {
  const answer = await readRest(access, { route: 'users/me', query: { context: 'edit' }, on: 'connect' });
  const read = MeAnswer.safeParse(answer.json);
  if (read.success) return read.data;
  throw problemOf(answer, access.hub.apiUrl) ?? unreadableAnswer('WordPress', 'who the user is', answer.status);
}
