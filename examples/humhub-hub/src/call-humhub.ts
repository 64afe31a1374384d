import { type HubCall, requireKeyOrigin } from '@fanfare/hub';
import {
  type Answer,
  bearer,
  type Effect,
  type HubSite,
  type NetworkIo,
  type OutgoingBody,
  type OutgoingCall,
  okOrThrow,
  readAgain,
} from '@fanfare/network';
import { HUMHUB_ERRORS } from './error-table.ts';
import type { Purpose } from './purpose.ts';

/** What a call needs: also before there is an account. */
export type Access = NetworkIo & Pick<HubCall, 'apiKey'> & { readonly hub: Pick<HubSite, 'apiUrl' | 'keyOrigins'> };

type RestCall = {
  readonly method: Exclude<OutgoingCall['method'], 'GET'>;
  /** Below `/api/v1/`. */
  readonly route: string;
  readonly body?: OutgoingBody;
  readonly on: Purpose;
  readonly mediaIndex?: number;
  readonly timeoutMs?: number;
};

/** Reads, again where a fault may pass. Throws NetworkError for every answer that is not a 2xx. */
export async function readRest(
  access: Access,
  route: string,
  { on = 'read', query = {} }: { readonly on?: Purpose; readonly query?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const answer = await readAgain(access, {
    method: 'GET',
    url: addressOf(access, route),
    query,
    headers: headers(access),
  });
  return checked(access, { on }, answer, 'read');
}

/** One call that changes something, never repeated here. Throws NetworkError for every answer that is not a 2xx. */
export async function sendRest(access: Access, call: RestCall, effect: Exclude<Effect, 'read'>): Promise<Answer> {
  const { method, route, body, timeoutMs } = call;
  const answer = await access.http({
    ...{ method, url: addressOf(access, route), headers: headers(access), effect, signal: access.signal },
    ...(body && { body }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return checked(access, call, answer, effect);
}

function addressOf({ hub }: Access, route: string): string {
  requireKeyOrigin(hub, hub.apiUrl);
  return `${hub.apiUrl}/${route}`;
}

const headers = ({ apiKey }: Access) => ({ ...bearer(apiKey), accept: 'application/json' });

function checked(
  access: Access,
  { on, mediaIndex }: Pick<RestCall, 'on' | 'mediaIndex'>,
  answer: Answer,
  effect: Effect,
) {
  const secrets = [access.apiKey.reveal()];
  return okOrThrow(access, HUMHUB_ERRORS, answer, { on, effect, mediaIndex, secrets });
}
