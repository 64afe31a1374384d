import { type HubCall, requireKeyOrigin } from '@fanfare/hub';
import {
  type Answer,
  bearer,
  type Effect,
  type HubSite,
  type NetworkIo,
  type OutgoingBody,
  okOrThrow,
  readAgain,
} from '@fanfare/network';
import { MICROPUB_ERRORS } from './error-table.ts';
import type { Purpose } from './purpose.ts';

/** What a call to a hub needs: also before there is an account. */
export type Access = NetworkIo & Pick<HubCall, 'apiKey'> & { readonly hub: Pick<HubSite, 'apiUrl' | 'keyOrigins'> };

type Asked = { readonly on: Purpose; readonly mediaIndex?: number | undefined };

export type Post = Asked & {
  /** The Micropub endpoint, or the media endpoint. */
  readonly url: string;
  readonly body: OutgoingBody;
  readonly timeoutMs?: number;
};

/** A query of the Micropub endpoint (W3C Micropub, section 3.7, checked 2026-11), again where a fault may pass. Throws for every answer that is not a 2xx. */
export async function queryEndpoint(
  access: Access,
  query: Readonly<Record<string, string>>,
  on: 'connect' | 'read' = 'read',
): Promise<Answer> {
  const { hub } = access;
  requireKeyOrigin(hub, hub.apiUrl);
  const answer = await readAgain(access, { method: 'GET', url: hub.apiUrl, query, headers: headers(access) });
  return checked(access, { on }, answer, 'read');
}

/** A read of another address of the hub with the key. Any status. */
export function readAddress(access: Access, url: string): Promise<Answer> {
  requireKeyOrigin(access.hub, url);
  return readAgain(access, { method: 'GET', url, headers: headers(access) });
}

/** One POST, never repeated. Any status; throws NetworkError when there is no answer. */
export function sendPost(access: Access, { url, body, timeoutMs }: Post, effect: Effect): Promise<Answer> {
  requireKeyOrigin(access.hub, url);
  return access.http({
    method: 'POST',
    url,
    headers: headers(access),
    body,
    ...(timeoutMs !== undefined && { timeoutMs }),
    effect,
    signal: access.signal,
  });
}

/** Returns a 2xx and throws the NetworkError that every other answer means. */
export function checked(access: Access, { on, mediaIndex }: Asked, answer: Answer, effect: Effect): Answer {
  const secrets = [access.apiKey.reveal()];
  return okOrThrow(access, MICROPUB_ERRORS, answer, { on, effect, mediaIndex, secrets });
}

/** Some servers show a page for signing in to whoever does not want JSON. */
const headers = ({ apiKey }: Access) => ({ ...bearer(apiKey), accept: 'application/json' });

/** The address in a `Location` header, which may be relative to the address that was called; null where there is none. */
export function readLocation({ headers }: Answer, calledUrl: string): string | null {
  const url = headers.location ? URL.parse(headers.location, calledUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}
