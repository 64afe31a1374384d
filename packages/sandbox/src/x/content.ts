import type { ImageFacts } from '../image-facts.ts';
import type { VideoFacts } from '../video-facts.ts';

export type Processing = {
  readonly startedAtMs: number;
  readonly lastsMs: number;
  /** Remaining status calls, instead of a time; null uses the time. */
  looksLeft: number | null;
  readonly outcome: 'success' | 'error' | 'never';
  readonly looks: number | null;
};

export type XMedia = {
  readonly id: string;
  readonly ownerId: string;
  readonly category: string;
  readonly mediaType: string;
  readonly totalBytes: number;
  readonly expiresAtMs: number;
  readonly segments: Map<number, Buffer>;
  /** Null until all bytes have arrived and been read. */
  content: {
    readonly kind: 'photo' | 'animated_gif' | 'video' | 'subtitles';
    readonly url: string;
    readonly size: number;
    readonly image: ImageFacts | null;
    readonly video: VideoFacts | null;
    /** The text of a file of subtitles. */
    readonly words?: string;
    /** False when the file exceeds the limits of a post, which X only reports when it is posted. */
    readonly isPostable: boolean;
  } | null;
  processing: Processing | null;
  altText: string | null;
  /** `sensitive_media_warning`, by the names that are set. */
  sensitive: readonly string[];
  /** Tracks of a video, by language; one that is set again replaces the other. */
  readonly subtitles: Map<string, Subtitles>;
};

export type Subtitles = { readonly name: string; readonly isReadable: boolean };

export type LinkEntity = {
  /** Code points in the stored text. */
  readonly start: number;
  readonly end: number;
  readonly url: string;
  readonly expandedUrl: string;
  readonly displayUrl: string;
  readonly mediaKey: string | null;
};

export type XPost = {
  readonly id: string;
  readonly authorId: string;
  /** As it was sent, and as people read it. */
  readonly text: string;
  /** As the API returns it: HTML escaped, links rewritten to t.co. */
  readonly storedText: string;
  readonly links: readonly LinkEntity[];
  readonly media: readonly XMedia[];
  readonly previewMedia: XMedia | null;
  readonly poll: { readonly id: string; readonly options: readonly string[]; readonly minutes: number } | null;
  /** As in `reply_settings`. */
  readonly replySettings: string;
  readonly madeWithAi: boolean;
  readonly paidPartnership: boolean;
  /** Tagged in the media; people who do not exist are left out. */
  readonly taggedIds: readonly string[];
  /** Null for a post on the profile of its author. */
  readonly community: { readonly id: string } | null;
  /** `for_super_followers_only`. That anybody may offer subscriptions is assumed. */
  readonly isForSubscribers: boolean;
  /**
   * `share_with_followers`: a post in a community (X, changelog of 2025-07-28) or for subscribers
   * (OpenAPI 2.167) goes to all followers too. On other posts it does nothing.
   */
  readonly isSharedWithFollowers: boolean;
  readonly replyToId: string | null;
  readonly repostOfId: string | null;
  readonly createdAtMs: number;
  isDeleted: boolean;
  /** Counts set by a test; the rest grow with age or are counted. */
  readonly setCounts: Partial<Record<CountName, number>>;
  /** Views of its public page since its impressions were set. */
  looks: number;
};

export type Community = { readonly id: string; readonly name: string; readonly memberIds: readonly string[] };

export type CountName =
  | 'likes'
  | 'reposts'
  | 'replies'
  | 'quotes'
  | 'bookmarks'
  | 'impressions'
  | 'linkClicks'
  | 'profileClicks';
