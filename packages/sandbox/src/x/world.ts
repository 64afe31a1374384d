import { type CallCountdown, createCallCountdown } from '../call-countdown.ts';
import type { ImageFacts } from '../image-facts.ts';
import type { AppRegistration, SandboxContext } from '../simulator.ts';
import type { VideoFacts } from '../video-facts.ts';
import { createIds } from './ids.ts';
import { createPostShelf, type PostShelf } from './post-shelf.ts';

export type XPerson = {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  tier: 'None' | 'Basic' | 'Premium' | 'PremiumPlus';
  isProtected: boolean;
  isSuspended: boolean;
};

/** One person's grant to one app. Each refresh continues the same grant. */
export type Grant = {
  readonly clientId: string;
  readonly personId: string;
  scopes: readonly string[];
  isRevoked: boolean;
};

export type AuthorizationCode = {
  readonly grant: Grant;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly expiresAtMs: number;
};

export type Token = { readonly grant: Grant; expiresAtMs: number };

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

export type Bucket = { used: number; resetsAtMs: number };

export type ClientForbidden = 'client-not-enrolled' | 'official-client-forbidden';

type XSettings = {
  processing: {
    readonly ms: number;
    readonly looks: number | null;
    readonly outcome: Processing['outcome'];
    readonly username: string | null;
  };
  duplicateWindowMs: number;
  alreadyReposted: 'invalid-request' | 'code-327' | 'ok';
  /** The answer to a repost of a missing post; all three were seen or documented. */
  missingRepost: 'not-found' | 'invalid-request' | 'errors';
  /** False: a repost is answered without its own id, as before OpenAPI 2.167. */
  repostIdShown: boolean;
  /** The refusal of the app, if anything. */
  clientForbidden: { readonly reason: ClientForbidden; readonly endpoint: string | null } | null;
  fieldNames: 'as-asked' | 'tweet' | 'post';
  /** False: `tweet.fields` is a parameter X does not know, as OpenAPI 2.167 has it. */
  tweetFieldsKnown: boolean;
  /** True: FINALIZE without a JSON object is refused. */
  finalizeNeedsBody: boolean;
  refreshError: 'invalid_request' | 'invalid_grant';
  refreshRepliesToDrop: number;
  rateLimitsOn: boolean;
  rateLimitAnswer: 'problem' | 'code-88' | 'usage-capped';
  creditsAnswer: 'credits-depleted' | 'payment-required';
  /** Millionths of a dollar, so that prices add up exactly. */
  balanceMicroUsd: number;
};

export type XState = {
  readonly apps: Map<string, AppRegistration>;
  readonly people: Map<string, XPerson>;
  readonly communities: ReadonlyMap<string, Community>;
  readonly codes: Map<string, AuthorizationCode>;
  readonly accessTokens: Map<string, Token>;
  readonly refreshTokens: Map<string, Token>;
  readonly media: Map<string, XMedia>;
  readonly posts: PostShelf<XPost>;
  readonly buckets: Map<string, Bucket>;
  /** `{author} {reader}`, by id: who has blocked whom. */
  readonly blocks: Set<string>;
  readonly countdown: CallCountdown;
  chargedMicroUsd: number;
  settings: XSettings;
};

/** The whole state that the endpoints of X read and change. A reset replaces `state` as a whole. */
export type XWorld = Pick<SandboxContext, 'clock' | 'urlOf' | 'blobs' | 'randomHex'> & {
  readonly nextId: () => string;
  state: XState;
};

export function createWorld(context: SandboxContext): XWorld {
  const { clock, urlOf, blobs, randomHex } = context;
  return { clock, urlOf, blobs, randomHex, nextId: createIds(clock), state: createState() };
}

export function createState(): XState {
  const app: AppRegistration = {
    clientId: 'sandbox-x-app',
    clientSecret: 'sandbox-x-secret',
    redirectUris: ['http://127.0.0.1:*', 'http://localhost:*'],
  };
  const people: readonly XPerson[] = [
    {
      id: '1498231077314502656',
      username: 'ada',
      name: 'Ada Park',
      tier: 'None',
      isProtected: false,
      isSuspended: false,
    },
    { id: '2244994945', username: 'ben', name: 'Ben Okafor', tier: 'None', isProtected: false, isSuspended: false },
    {
      id: '1767412809955430400',
      username: 'cleo',
      name: 'Cleo Marin',
      tier: 'Premium',
      isProtected: false,
      isSuspended: false,
    },
  ];
  const communities: readonly Community[] = [
    { id: '1493446837214187523', name: 'Harbour Photographs', memberIds: people.map(({ id }) => id) },
    { id: '1506775893582684162', name: 'Roasters', memberIds: [] },
  ];
  return {
    apps: new Map([[app.clientId, app]]),
    people: new Map(people.map((person) => [person.id, person])),
    communities: new Map(communities.map((community) => [community.id, community])),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    media: new Map(),
    posts: createPostShelf(),
    buckets: new Map(),
    blocks: new Set(),
    countdown: createCallCountdown(),
    chargedMicroUsd: 0,
    settings: {
      processing: { ms: 1_000, looks: null, outcome: 'success', username: null },
      duplicateWindowMs: 3_600_000,
      alreadyReposted: 'invalid-request',
      missingRepost: 'not-found',
      repostIdShown: true,
      clientForbidden: null,
      fieldNames: 'as-asked',
      tweetFieldsKnown: true,
      finalizeNeedsBody: false,
      refreshError: 'invalid_request',
      refreshRepliesToDrop: 0,
      rateLimitsOn: true,
      rateLimitAnswer: 'problem',
      creditsAnswer: 'credits-depleted',
      balanceMicroUsd: 1_000_000 * 1_000_000,
    },
  };
}

export function personByUsername(state: XState, username: string): XPerson | null {
  const wanted = username.toLowerCase();
  for (const person of state.people.values()) if (person.username.toLowerCase() === wanted) return person;
  return null;
}
