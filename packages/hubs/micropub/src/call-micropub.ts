import { createHubCalls, type HubAccess, isSameOrigin } from '@fanfare/hub';
import type { Answer } from '@fanfare/network';
import { MICROPUB_ERRORS } from './error-table.ts';
import { AddressAnswer } from './wire.ts';

/** Calls of the Micropub endpoint, and of the media endpoint. */
export const calls = createHubCalls({ errors: MICROPUB_ERRORS });

/** A query of the Micropub endpoint (W3C Micropub, 3.7, 2026-11). Throws for no 2xx. */
export const queryEndpoint = (
  access: HubAccess,
  query: Readonly<Record<string, string | undefined>>,
  on: 'connect' | 'read' = 'read',
): Promise<Answer> => calls.read(access, { url: access.hub.apiUrl, query, on });

/**
 * The address in a `Location` header, which may be relative to the address that was called; else
 * `url` of a JSON body, as the media endpoint of Known and Micro.blog give it (indieweb.org,
 * Micropub-extensions; help.micro.blog; checked 2026-11). That one is believed on the origins of
 * the hub only. Null where there is none.
 */
export function readAddress({ headers, json }: Answer, calledUrl: string, near: readonly string[]): string | null {
  if (headers.location) return plain(URL.parse(headers.location, calledUrl));
  const given = AddressAnswer.safeParse(json).data?.url;
  const url = given === undefined ? null : plain(URL.parse(given));
  return url !== null && [calledUrl, ...near].some((each) => isSameOrigin(each, url)) ? url : null;
}

function plain(url: URL | null): string | null {
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}
