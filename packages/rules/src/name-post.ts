import type { Platform } from '@fanfare/contract';
import { type Decision, type Refused, refuseAll } from './refusal.ts';

/** The names of a post on a network that has reposts. */
export type PostNames = {
  readonly platform: Platform;
  /** Reads the id of the post that a link leads to; null for any other link. */
  readonly readPostUrl: (url: URL) => string | null;
  /** Says why a text cannot be a post's id, for callers; null when it can. Absent: any can. */
  readonly postIdProblem?: (text: string) => string | null;
};

/** The fields of a request that name a post: `url`, or both others. */
type Named = {
  readonly url?: string | undefined;
  readonly platform?: Platform | undefined;
  readonly platformPostId?: string | undefined;
};

type NamedPost = Decision<{ readonly platform: Platform; readonly platformPostId: string }>;

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const WEB_ADDRESS = /^https?:\/\/[^/]/i;
/** White space, control characters and backslashes, which the URL parser changes. */
const NOT_IN_A_LINK = /[\s\\\p{Cc}]/u;

/** The address a text means: without a scheme it is https. Null when it is none. */
function addressOf(text: string): URL | null {
  if (NOT_IN_A_LINK.test(text)) return null;
  // `x.com:443/…` begins like a scheme; a scheme has no dot before its colon, and a host does.
  const hasScheme = text.includes('://') || (SCHEME.test(text) && !text.slice(0, text.indexOf(':')).includes('.'));
  const whole = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`;
  return WEB_ADDRESS.test(whole) && URL.canParse(whole) ? new URL(whole) : null;
}

/**
 * Finds the post that a repost is requested for, as callers write it: a link with or without its
 * scheme and with spaces around it, a bare number where only one network has such ids, or platform
 * and id.
 *
 * @example
 * namePost([x], { url: ' www.twitter.com/jack/status/20 ' }); // { ok: true, platform: 'x', platformPostId: '20' }
 * namePost([x], { url: '20' }); // { ok: true, platform: 'x', platformPostId: '20' }
 * namePost([x], { platform: 'x', platformPostId: 'twenty' }); // { ok: false, refusal: { code: 'invalid_request', … } }
 */
export function namePost(networks: readonly PostNames[], { url, platform, platformPostId }: Named): NamedPost {
  if (url !== undefined) return readLink(networks, url.trim());
  // The schema lets exactly one of the two forms pass.
  const post = { platform: platform!, platformPostId: platformPostId! };
  const problem = networks.find((network) => network.platform === platform)?.postIdProblem?.(post.platformPostId);
  return problem ? refuseFor('platformPostId', problem) : { ok: true, ...post };
}

const refuseFor = (path: 'url' | 'platformPostId', message: string): Refused =>
  refuseAll('invalid_request', [{ path, message }]);

function readLink(networks: readonly PostNames[], text: string): NamedPost {
  const refused = (message: string): Refused => refuseFor('url', message);
  const names = networks.map((network) => network.platform).join(' or ');
  if (/^\d+$/.test(text)) {
    const fitting = networks.filter(({ postIdProblem }) => postIdProblem !== undefined && postIdProblem(text) === null);
    const [only, ...others] = fitting;
    if (only && others.length === 0) return { ok: true, platform: only.platform, platformPostId: text };
    if (only)
      return refused(
        `This is an id on ${fitting.map(({ platform }) => platform).join(' or on ')}. Send platform and platformPostId.`,
      );
  }
  const address = addressOf(text);
  for (const { platform, readPostUrl } of address ? networks : []) {
    const platformPostId = readPostUrl(address!);
    if (platformPostId !== null) return { ok: true, platform, platformPostId };
  }
  if (address?.hostname === 't.co')
    return refused('A t.co link does not show which post it leads to. Open it and send the address it ends at.');
  return refused(
    `This is not a link to a post on ${names}. Send the address of the post itself, or platform and platformPostId.`,
  );
}
