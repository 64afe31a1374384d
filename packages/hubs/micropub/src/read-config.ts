import type { HubAccess } from '@fanfare/hub';
import { readAnswer } from '@fanfare/network';
import { queryEndpoint } from './call-micropub.ts';
import { type Config, ConfigAnswer } from './wire.ts';

/** The configuration of the server. Throws NetworkError. */
export async function readConfig(access: HubAccess, on?: 'connect'): Promise<Config> {
  const answer = await queryEndpoint(access, { q: 'config' }, on);
  return readAnswer('The hub', ConfigAnswer, answer, 'its configuration');
}

/** The media endpoint, on any origin (W3C Micropub, section 3.6, checked 2026-11), or null. */
export function mediaEndpointOf(config: Config, apiUrl: string): string | null {
  const given = config['media-endpoint'];
  const url = given ? URL.parse(given, apiUrl) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
