/** Settings of a Micropub server. */
export type Habits = {
  /** Answers to wrong tokens: redirect of a GET, else 401 (`indiekit`), or always one of both. */
  wrongToken: 'indiekit' | 'redirect' | 'unauthorized';
  /** Indiekit 201, Micro.blog 202. */
  mediaStatus: 201 | 202;
  createStatus: 201 | 202;
  /**
   * The place of a new address: header `Location`, `url` of the body (Known, Micro.blog), nowhere.
   */
  addresses: 'header' | 'body' | 'nowhere';
  /** The status of a post without `post-status`: the plugin of WordPress has a setting for it. */
  usualStatus: 'published' | 'draft';
  /** Introspection of a good token: `active` true, the text "true", or nothing (`nobody`). */
  introspection: 'active' | 'text' | 'nobody';
  /** An unknown channel: silently the default one, or 400. */
  unknownChannel: 'default' | 'refuse';
  /** The list of channels: `q=channel` and `q=config`, `q=config` alone, or nowhere. */
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
