import { HUB_REFUSALS } from './hub-refusals.ts';
import { isPrivateHost } from './private-host.ts';
import type { Decision } from './refusal.ts';
import { isWebPort } from './web-port.ts';

/**
 * Whether the service may contact a hub at this address, judged by what is written in it: https, a
 * public host and a port of the web, or a host that the operator has allowed. A name that resolves
 * to a private address is refused only when it is contacted. `url` is the address in the one form
 * that accounts and credentials are kept under: without a default port and without a slash at its
 * end.
 *
 * @example
 * judgeHubAddress('https://Community.example.org/', () => false); // { ok: true, url: 'https://community.example.org' }
 * judgeHubAddress('https://10.0.0.5', () => false); // { ok: false, refusal: { code: 'hub_url_not_allowed', … } }
 */
export function judgeHubAddress(
  hubUrl: string,
  isHostAllowed: (url: URL) => boolean,
): Decision<{ readonly url: string }> {
  const url = new URL(hubUrl);
  const isPublic = url.protocol === 'https:' && isWebPort(url) && !isPrivateHost(url.hostname);
  if (!isPublic && !isHostAllowed(url)) return HUB_REFUSALS.urlNotAllowed();
  return { ok: true, url: plainHubUrl(hubUrl) };
}

/** The address of a hub in its one form. */
export function plainHubUrl(hubUrl: string): string {
  const { origin, pathname } = new URL(hubUrl);
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** Whether two addresses have the same host, with or without `www.`, whatever their scheme. */
export function isSameHost(one: string, other: string): boolean {
  return hostOf(one) === hostOf(other);
}

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '');

/**
 * `platformUserId` of a hub user: the same for the same user of the same hub. The address is the
 * one that the hub says it has.
 *
 * @example
 * hubUserId('42', 'https://community.example.org/blog'); // 'user:42@community.example.org/blog'
 */
export function hubUserId(remoteId: string, hubUrl: string): string {
  const { host, pathname } = new URL(hubUrl);
  return `user:${remoteId}@${host}${pathname.replace(/(?<!\/)\/+$/, '')}`;
}
