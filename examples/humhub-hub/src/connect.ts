import { type HubAccess, type HubDriver, type HubKey, type HubUserAnswer, notThisHub } from '@fanfare/hub';
import { NetworkError, type NetworkIo, readAnswer } from '@fanfare/network';
import { readRest } from './call-humhub.ts';
import { UserAnswer } from './wire.ts';

const API = '/api/v1';

/** Finds the user of a token. The API gives no name of the hub and no rights. */
export async function connect(io: NetworkIo, { url, apiUrl, apiKey }: HubKey): Promise<HubUserAnswer> {
  const hub = { apiUrl: apiUrl ?? `${url}${API}`, keyOrigins: [new URL(url).origin] };
  const { id, account } = await readMe({ ...io, hub, username: '', apiKey }).catch((error: unknown) => {
    throw isNoHumhub(error) ? notThisHub('the REST API of HumHub', error.facts.networkCode, error) : error;
  });
  return { ok: true, user: { site: { ...hub, name: '' }, remoteId: String(id), username: account.username } };
}

/** Throws `credential_rejected` only where HumHub itself refuses the key. */
export const checkKey: HubDriver['checkKey'] = async (call) => void (await readMe(call));

/** The user of the token (humhub/rest 0.11.5, controllers/auth/AuthController.php, 2026-11). */
export async function readMe(access: HubAccess) {
  const answer = await readRest(access, { route: 'auth/current', on: 'connect' });
  return readAnswer('HumHub', UserAnswer, answer, 'who the user is');
}

/** A page, a redirect or other software; not a hub that is down or refuses the key. */
const isNoHumhub = (error: unknown): error is NetworkError =>
  error instanceof NetworkError && /^(?:[23]\d\d|404|405|410)$/.test(error.facts.networkCode ?? '');
