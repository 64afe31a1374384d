import type { MastodonConfig } from './config.ts';
import { POST_ID } from './post-id.ts';

/** `/@ada/1`, `/@ben@elsewhere.example/1`, and the web app's own `/web/…` and `/deck/…`. */
const PAGE = new RegExp(`^/(?:(?:web|deck)/)?@[\\w.@-]+/(${POST_ID})/?$`);
/** The address a post is federated by. */
const URI = new RegExp(`^/users/[\\w.-]+/statuses/(${POST_ID})/?$`);
/** Pages of a profile, which have the place of an id. */
const TABS = ['with_replies', 'media', 'tagged', 'featured', 'followers', 'following'];

/**
 * The id of the post a link names on this server; null for every other link. A post of another
 * server has its own id here, which only a search could find: its link is read once it is opened on
 * this server (`https://here/@ben@elsewhere/1`).
 *
 * @example
 * createReadPostUrl({ url: 'https://mastodon.social' })(new URL('https://mastodon.social/@Gargron/1')); // '1'
 */
export function createReadPostUrl(config: Pick<MastodonConfig, 'url'>): (url: URL) => string | null {
  return (url) => {
    // `https://mastodon.social@evil.example/` shows one host and means another.
    if (url.origin !== new URL(config.url).origin || url.username !== '' || url.password !== '') return null;
    const id = PAGE.exec(url.pathname)?.[1] ?? URI.exec(url.pathname)?.[1];
    return id === undefined || TABS.includes(id) ? null : id;
  };
}
