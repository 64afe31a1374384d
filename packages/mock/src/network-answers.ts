import type { Metrics, OAuthPlatform } from '@fanfare/contract';
import type { Draft } from '@fanfare/rules';
import { hubKind } from './hubs/hub-kinds.ts';
import type { Ids } from './ids.ts';
import type { StoredAccount } from './world.ts';

type Sent = { readonly platformPostId: string; readonly url: string | null };

/** Answers of the networks to an accepted post: ids and addresses of the form they have there. */
const SENT: Readonly<Record<OAuthPlatform, (ids: Ids, username: string) => Sent>> = {
  instagram: (ids) => ({ platformPostId: ids.digits(17), url: `https://www.instagram.com/p/${ids.token(11)}/` }),
  threads: (ids, username) => ({
    platformPostId: ids.digits(17),
    url: `https://www.threads.com/@${encodeURIComponent(username)}/post/${ids.token(11)}`,
  }),
  x: (ids, username) => {
    const platformPostId = ids.digits(19);
    return { platformPostId, url: `https://x.com/${encodeURIComponent(username)}/status/${platformPostId}` };
  },
  linkedin: (ids) => {
    const platformPostId = `urn:li:share:${ids.digits(19)}`;
    return { platformPostId, url: `https://www.linkedin.com/feed/update/${platformPostId}/` };
  },
};

export function sentTo({ platform, username, hub }: StoredAccount, ids: Ids, { options = {} }: Draft): Sent {
  if (hub) return hubKind(hub.type).sent(ids, hub.url, options);
  return SENT[platform as OAuthPlatform](ids, username);
}

const REPORTED: Readonly<Record<OAuthPlatform, readonly (keyof Metrics)[]>> = {
  instagram: ['views', 'likes', 'comments', 'shares', 'saves'],
  threads: ['views', 'likes', 'comments', 'shares'],
  x: ['views', 'likes', 'comments', 'shares', 'saves'],
  linkedin: ['likes', 'comments'],
};

const SCALE: Readonly<Record<keyof Metrics, number>> = {
  views: 5_000,
  likes: 400,
  comments: 60,
  shares: 40,
  saves: 30,
};

/** Counts of a post, always the same; null for those its network does not report. */
export function metricsOf({ platform, hub }: StoredAccount, platformPostId: string): Metrics {
  const reported = hub ? hubKind(hub.type).counts : REPORTED[platform as OAuthPlatform];
  const count = (name: keyof Metrics): number | null =>
    reported.includes(name) ? hash(`${platformPostId} ${name}`) % SCALE[name] : null;
  return {
    views: count('views'),
    likes: count('likes'),
    comments: count('comments'),
    shares: count('shares'),
    saves: count('saves'),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
