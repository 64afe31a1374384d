import { type HubAccess, type HubDriver, type HubKey, type HubUserAnswer, hubIsDown, notThisHub } from '@fanfare/hub';
import { isOk, type NetworkIo, readAgain, readAnswer } from '@fanfare/network';
import { readRest } from './call-wordpress.ts';
import { MeAnswer, RootAnswer } from './wire.ts';

/** What WordPress calls the rights to publish posts of one's own and to upload files (WordPress, roles and capabilities, checked 2026-11). */
const NEEDED = [
  ['publish_posts', 'publish posts'],
  ['upload_files', 'upload images'],
] as const;

/** Finds the site and the user of an application password. */
export async function connect(io: NetworkIo, { url, apiUrl, username, apiKey }: HubKey): Promise<HubUserAnswer> {
  const hub = { apiUrl: apiUrl ?? url, keyOrigins: [new URL(apiUrl ?? url).origin] };
  const name = await readSiteName(io, hub.apiUrl);
  const me = await readMe({ ...io, hub, username: username ?? '', apiKey });
  const missing = NEEDED.filter(([capability]) => me.capabilities[capability] !== true).map(([, right]) => right);
  if (missing.length > 0)
    return { ok: false, message: `The user of this key may not ${missing.join(' or ')} on the hub.` };
  return { ok: true, user: { site: { ...hub, name }, remoteId: String(me.id), username: me.username } };
}

/** Throws `credential_rejected` only where WordPress itself refuses the key. */
export const checkKey: HubDriver['checkKey'] = async (call) => void (await readMe(call));

async function readMe(access: HubAccess) {
  const answer = await readRest(access, { route: 'users/me', query: { context: 'edit' }, on: 'connect' });
  return readAnswer('WordPress', MeAnswer, answer, 'who the user is');
}

/** Sent without the key: nothing is known of the address yet. `_fields` leaves out the routes, which plugins make long. */
async function readSiteName(io: NetworkIo, apiUrl: string): Promise<string> {
  const answer = await readAgain(io, {
    method: 'GET',
    url: `${apiUrl}/`,
    query: { rest_route: '/', _fields: 'name,namespaces' },
    headers: { accept: 'application/json' },
  });
  const read = isOk(answer) ? RootAnswer.safeParse(answer.json) : null;
  if (read?.success && read.data.namespaces.includes('wp/v2')) return read.data.name;
  throw hubIsDown(answer) ?? notThisHub('the REST API of WordPress', String(answer.status));
}
