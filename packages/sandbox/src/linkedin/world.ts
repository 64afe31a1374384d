import type { IncomingHttpHeaders } from 'node:http';
import { type CallCountdown, createCallCountdown } from '../call-countdown.ts';
import type { LinkCard, TextPiece } from '../post/post-view.ts';
import type { Blob, SandboxContext } from '../simulator.ts';
import type { Poll } from './posts/poll.ts';
import type { Reply } from './restli/reply.ts';
import { defaultSettings, type Settings } from './settings.ts';

export type App = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  /** Scopes its products bring; asking for any other one fails the whole authorization. */
  approvedScopes: ReadonlySet<string>;
  /** Only approved partners get refresh tokens. */
  partner: boolean;
};

export type Member = {
  readonly id: string;
  /** The vanity name: `linkedin.com/in/{username}`. */
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly headline: string;
  /** Ids of the pages that the member follows. */
  readonly follows: ReadonlySet<string>;
  restricted: boolean;
};

export type Page = { readonly id: string; readonly username: string; readonly name: string };

export type Acl = { readonly memberId: string; readonly pageId: string; readonly role: string; state: string };

type AuthorizationCode = {
  readonly clientId: string;
  readonly memberId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
};

/** One member's grant to one app. Every token of it ends with it. */
export type Grant = {
  readonly clientId: string;
  readonly memberId: string;
  scopes: readonly string[];
  readonly authorizedAt: number;
  revoked: boolean;
};

export type AccessToken = {
  readonly grant: Grant;
  readonly createdAt: number;
  /** Until then LinkedIn treats the new token as revoked. */
  readonly youngUntil: number;
  expiresAt: number;
};

export type RefreshToken = { readonly grant: Grant; expiresAt: number };

export type MediaKind = 'image' | 'video' | 'document';

/** A pre-signed address. It accepts one file. */
export type Upload = {
  readonly path: string;
  readonly expiresAt: number;
  readonly kind: MediaKind;
  /** The member whose token is required; null where the address alone is enough. */
  readonly bearerId: string | null;
  used: boolean;
  receive(bytes: Buffer, headers: IncomingHttpHeaders): Reply | Promise<Reply>;
  /** Method by which the file is sent; PUT where absent. */
  readonly method?: 'POST';
};

export type MediaStatus = 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED';

export type Media = {
  readonly urn: string;
  readonly kind: MediaKind;
  /** URN of the person or page that may post it. */
  readonly owner: string;
  /** The time of processing without a control. */
  readonly usualMs: number;
  /** Set once the file is complete. */
  file: { readonly blob: Blob; readonly sha256: string } | null;
  coverUrl: string | null;
  /** Language of the subtitles of a video, such as `en-US`; null without any. */
  captionsLanguage: string | null;
  /** Pages of a document; null where they cannot be counted. */
  pages: number | null;
  processing: { readonly startedAt: number; readonly failure: string | null; looksLeft: number } | null;
};

export type Attachment = { readonly media: Media; readonly altText: string | null; readonly title: string | null };

export type Comment = {
  readonly id: string;
  readonly urn: string;
  readonly actor: string;
  readonly parent: string | null;
  /** Verbatim: comments are plain text, a backslash in them is a backslash. */
  readonly text: string;
  readonly attributes: readonly unknown[];
  readonly createdAt: number;
};

export type Post = {
  readonly urn: string;
  readonly activityUrn: string;
  readonly author: string;
  readonly memberId: string;
  /** As sent, with markup. */
  readonly commentary: string;
  /** The text for readers, cut at the first unescaped reserved character. */
  readonly text: string;
  /** The same, with hashtags and mentions separated from plain text. */
  readonly pieces: readonly TextPiece[];
  /** The part of `commentary` that was not lost. */
  readonly keptCommentary: string;
  readonly visibility: string;
  readonly distribution: unknown;
  readonly isReshareDisabledByAuthor: boolean;
  readonly content: unknown;
  readonly attachments: readonly Attachment[];
  readonly card: LinkCard | null;
  readonly poll: Poll | null;
  /** URN of the post that it reshares. */
  readonly reshares: string | null;
  readonly fingerprint: string;
  readonly createdAt: number;
  readonly comments: Comment[];
  /** The activity set by a test; the rest grows with age or is counted. */
  readonly setCounts: Partial<Activity>;
  /** The number of comment calls that still fail because the post is not everywhere yet. */
  commentRacesLeft: number;
  deleted: boolean;
};

/** The activity on a post. */
export type Activity = {
  reactions: Readonly<Record<string, number>>;
  comments: number;
  impressions: number;
  clicks: number;
  reshares: number;
};

/** The whole state of this LinkedIn. */
export type World = {
  readonly context: SandboxContext;
  readonly apps: Map<string, App>;
  readonly members: Map<string, Member>;
  readonly pages: Map<string, Page>;
  readonly acls: Acl[];
  readonly codes: Map<string, AuthorizationCode>;
  readonly accessTokens: Map<string, AccessToken>;
  readonly refreshTokens: Map<string, RefreshToken>;
  /** `{clientId}|{memberId}` → the scopes the member granted last. */
  readonly consents: Map<string, readonly string[]>;
  /** By the secret in the address. */
  readonly uploads: Map<string, Upload>;
  readonly media: Map<string, Media>;
  readonly posts: Map<string, Post>;
  readonly callCounts: Map<string, number>;
  readonly countdown: CallCountdown;
  settings: Settings;
  lastId: bigint;
};

export function createWorld(context: SandboxContext): World {
  return {
    context,
    apps: new Map(),
    members: new Map(),
    pages: new Map(),
    acls: [],
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    consents: new Map(),
    uploads: new Map(),
    media: new Map(),
    posts: new Map(),
    callCounts: new Map(),
    countdown: createCallCountdown(),
    settings: defaultSettings(),
    lastId: 0n,
  };
}

export function emptyWorld(world: World): void {
  for (const part of Object.values(world)) if (part instanceof Map) part.clear();
  world.acls.length = 0;
  world.countdown.clear();
  world.settings = defaultSettings();
}
