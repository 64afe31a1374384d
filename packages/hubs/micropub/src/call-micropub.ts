import { createHubCalls, type HubAccess } from '@fanfare/hub';
import type { Answer } from '@fanfare/network';
import { MICROPUB_ERRORS } from './error-table.ts';

/** Calls of the Micropub endpoint, and of the media endpoint. */
export const calls = createHubCalls({ errors: MICROPUB_ERRORS });

/** A query of the Micropub endpoint (W3C Micropub, section 3.7, checked 2026-11). Throws for every answer that is not a 2xx. */
export const queryEndpoint = (
  access: HubAccess,
  query: Readonly<Record<string, string | undefined>>,
  on: 'connect' | 'read' = 'read',
): Promise<Answer> => calls.read(access, { url: access.hub.apiUrl, query, on });

/** The address in a `Location` header, which may be relative to the address that was called; null where there is none. */
export function readLocation({ headers }: Answer, calledUrl: string): string | null {
  const url = headers.location ? URL.parse(headers.location, calledUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}
