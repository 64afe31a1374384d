/** What the controls can turn on a Micropub server. */
export type Habits = {
  /** Indiekit redirects a GET with a wrong token to its login page and refuses other calls with 401 (`indiekit`); some servers do one of both always. */
  wrongToken: 'indiekit' | 'redirect' | 'unauthorized';
  /** Indiekit 201, Micro.blog 202. */
  mediaStatus: 201 | 202;
  createStatus: 201 | 202;
  /** Where the address of a new post or file is: the header `Location`, `url` of the body (Known, Micro.blog), or nowhere. */
  addresses: 'header' | 'body' | 'nowhere';
  /** What becomes of a post without `post-status`: the plugin of WordPress has a setting for it. */
  usualStatus: 'published' | 'draft';
  /** What introspection says of a good token: `active` is true, or the text "true" (IndieAuth plugin of WordPress), or nothing is said (`nobody`). */
  introspection: 'active' | 'text' | 'nobody';
  /** An unknown channel: silently the default one, or 400. */
  unknownChannel: 'default' | 'refuse';
  /** Where channels are listed: `q=channel` and `q=config`, `q=config` alone, or nowhere. */
  channels: 'query' | 'config' | 'none';
  /** Another address for the media endpoint; null is the real one. */
  mediaEndpoint: string | null;
  /** Whether calls beyond the limit are refused; the headers are always there. */
  keepsRateLimit: boolean;
  rateLimit: number;
};

export const USUAL_RATE_LIMIT = 250;

export function defaultHabits(): Habits {
  return {
    wrongToken: 'indiekit',
    mediaStatus: 201,
    createStatus: 202,
    addresses: 'header',
    usualStatus: 'published',
    introspection: 'active',
    unknownChannel: 'default',
    channels: 'query',
    mediaEndpoint: null,
    keepsRateLimit: false,
    rateLimit: USUAL_RATE_LIMIT,
  };
}
