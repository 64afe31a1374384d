import type { Secret } from '@fanfare/network';

/** Limits of a server's posts, which it may change (Mastodon, Instance entity, checked 2026-11). */
export type MastodonLimits = {
  /** `configuration.statuses.max_characters` */
  readonly characters: number;
  /** `configuration.statuses.max_media_attachments` */
  readonly media: number;
  /** `configuration.media_attachments.image_size_limit` */
  readonly imageBytes: number;
  /** `configuration.media_attachments.video_size_limit` */
  readonly videoBytes: number;
};

/** As Mastodon is delivered. */
export const MASTODON_LIMITS: MastodonLimits = {
  characters: 500,
  media: 4,
  imageBytes: 16_777_216,
  videoBytes: 103_809_024,
};

/**
 * One Mastodon server, and the app registered there.
 *
 * @example
 * const config: MastodonConfig = { url: 'https://mastodon.social', clientId, clientSecret: new Secret('…'), limits: MASTODON_LIMITS, newKey: randomUUID };
 */
export type MastodonConfig = {
  /** Origin without a trailing slash. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly limits: MastodonLimits;
  /** A fresh idempotency key: unguessable is not needed, unique is. */
  readonly newKey: () => string;
};

/**
 * The least that everything below needs. Granular scopes exist since Mastodon 2.4.3; `profile`
 * would be less than `read:accounts` and exists since 4.3 only (Mastodon, OAuth scopes, checked
 * 2026-11). They are frozen into the token: one that is missing means connecting again.
 */
export const SCOPES = ['read:accounts', 'read:statuses', 'write:media', 'write:statuses'] as const;
