// Written by `pnpm golden` from openapi.yaml.

/** A connected social account; its credentials are never returned. */
export interface Account {
  /** Stable id; a reconnect of the same profile reuses it. */
  id: string;
  /** Network of the account, or `hub`. */
  platform: Platform;
  /** Your grouping key, at most 255 characters; absent when you gave none. */
  profileId?: string;
  /** The network’s own id; `organization:{id}` for a LinkedIn page, `user:{id}@{host}{path}` for a hub account. */
  platformUserId: string;
  /** Name of the account on the network. */
  username: string;
  /** Whether the account can publish. */
  status: AccountStatus;
  /** Why the account is not active: `revoked_by_user` (at the network, or the hub no longer accepts the key), `refresh_rejected` (the network refused to renew the credential), `not_renewable` (the credential ended and nothing could renew it), `refresh_outcome_lost` (the answer to a renewal was lost, and the new credential with it) or `disconnected` (by you). Values may be added. Null while the account is active. */
  statusReason: string | null;
  /** When the account was last connected. */
  connectedAt: string;
  /** The hub, on hub accounts only. */
  hub?: Hub;
}

/** One account. */
export interface AccountAnswer {
  /** The account. */
  account: Account;
}

/** What it happened to. */
export interface AccountConnectedEventData {
  /** The account. */
  account: AccountInEvent;
}

/** An account was connected, or connected again. */
export interface AccountConnectedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `account.connected`. */
  type: 'account.connected';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: AccountConnectedEventData;
}

/** The account’s credentials are destroyed; repeated calls return the same. */
export interface AccountDeleted {
  /** Always true. */
  deleted: true;
}

/** What it happened to. */
export interface AccountExpiredEventData {
  /** The account. */
  account: AccountInEvent;
}

/** The credential of an account is no longer valid. Let the user connect it again. */
export interface AccountExpiredEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `account.expired`. */
  type: 'account.expired';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: AccountExpiredEventData;
}

/** What it happened to. */
export interface AccountExpiringEventData {
  /** The account. */
  account: AccountInEvent;
  /** When the credential ends. */
  expiresAt: string;
}

/** The credential of an account ends within 7 days and nothing can renew it; once for each credential. */
export interface AccountExpiringEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `account.expiring`. */
  type: 'account.expiring';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: AccountExpiringEventData;
}

/** A connected account without its name. */
export interface AccountInEvent {
  /** Id of the account. */
  id: string;
  /** Platform of the account. */
  platform: Platform;
  /** Your grouping key of the account; absent when you gave none. */
  profileId?: string;
  /** State of the account when the event was written. */
  status: AccountStatus;
  /** Why the account is not active, as in `Account`; null while it is. */
  statusReason: string | null;
}

/** The accounts of the project, oldest first. */
export interface AccountList {
  /** Accounts that match, oldest first. */
  accounts: Account[];
}

/** The account, which no longer exists. */
export interface AccountRemovedEventDataAccount {
  /** Id that the account had. */
  id: string;
  /** Platform of the account. */
  platform: Platform;
}

/** What it happened to. */
export interface AccountRemovedEventData {
  /** The account, which no longer exists. */
  account: AccountRemovedEventDataAccount;
}

/** The data of an account was deleted at the request of its user. */
export interface AccountRemovedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `account.removed`. */
  type: 'account.removed';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: AccountRemovedEventData;
}

/** The outcome of a repost from one account. */
export interface AccountRepost {
  /** Account that reposts. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** Outcome for this account. */
  status: RepostStatus;
  /** The network’s id of the repost; null where it gives none, for example when the account had reposted the post by hand. */
  platformRepostId: string | null;
  /** Why it failed, as `code: message`, with advice where it helps; null otherwise. */
  error: string | null;
  /** When the network first accepted the repost; null otherwise. */
  repostedAt: string | null;
}

/** What it happened to. */
export interface AccountRevokedEventData {
  /** The account. */
  account: AccountInEvent;
}

/** An account was disconnected, by you or by its user at the network. */
export interface AccountRevokedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `account.revoked`. */
  type: 'account.revoked';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: AccountRevokedEventData;
}

/** Whether an account can publish: `active`, `expired` (its credential is no longer valid) or `revoked` (disconnected). */
export type AccountStatus = 'active' | 'expired' | 'revoked';

/** Subtitles of a video in one language. */
export interface CaptionFile {
  /** Public http(s) address of the file: SRT in UTF-8, or WebVTT on `x` only; at most 1 MiB and 2,048 characters of address. */
  url: string;
  /** Language of the subtitles: two letters of ISO 639-1, with or without a country of ISO 3166-1, such as `en` or `en-GB`. */
  language: string;
  /** Name of the language for viewers, 1 to 100 characters; by default its own, such as Deutsch for `de`. No effect on `linkedin`. */
  name?: string | null;
}

/** What it happened to. */
export interface CommentFailedEventData {
  /** The post of the target. */
  post: PostInEvent;
  /** The target. */
  target: TargetInEvent;
}

/** The first comment of a target failed; the target itself did not. */
export interface CommentFailedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `comment.failed`. */
  type: 'comment.failed';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: CommentFailedEventData;
}

/** What it happened to. */
export interface CommentPublishedEventData {
  /** The post of the target. */
  post: PostInEvent;
  /** The target. */
  target: TargetInEvent;
}

/** The first comment of a target was posted. */
export interface CommentPublishedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `comment.published`. */
  type: 'comment.published';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: CommentPublishedEventData;
}

/** State of a target’s first comment. A failed comment does not fail its target. `none` when there is no comment, or not yet. */
export type CommentStatus = 'none' | 'published' | 'failed' | 'unsupported';

/** A `ConnectHubRequest` with `apiKey` and `type`. */
export interface ConnectHubByKey {
  /** Address of the hub, without user info, query and fragment, at most 2,048 characters. */
  hubUrl: string;
  /** Software of the hub; required with `apiKey`, ignored with `connectCode`. */
  type: HubType;
  /** Key of the hub user, such as a WordPress application password, at most 1,024 characters; never returned. */
  apiKey: string;
  /** Name of the hub user, at most 255 characters; required for `wordpress` with `apiKey`. */
  username?: string;
  /** Not together with `apiKey` and `type`. */
  connectCode?: never;
  /** Space for targets that name none, 1 to 255 characters; the hub must have it. */
  defaultSpaceSlug?: string;
  /** Grouping key of the account, 1 to 255 characters. */
  profileId?: string;
}

/** A `ConnectHubRequest` with `connectCode`. */
export interface ConnectHubByCode {
  /** Address of the hub, without user info, query and fragment, at most 2,048 characters. */
  hubUrl: string;
  /** Not together with `connectCode`. */
  type?: never;
  /** Not together with `connectCode`. */
  apiKey?: never;
  /** Name of the hub user, at most 255 characters; required for `wordpress` with `apiKey`. */
  username?: string;
  /** One-time code the hub user generated, at most 255 characters. */
  connectCode: string;
  /** Space for targets that name none, 1 to 255 characters; the hub must have it. */
  defaultSpaceSlug?: string;
  /** Grouping key of the account, 1 to 255 characters. */
  profileId?: string;
}

/** Connects an account of a self-hosted hub, with exactly one of `apiKey` and `connectCode`. */
export type ConnectHubRequest = ConnectHubByKey | ConnectHubByCode;

/** Starts the hosted connect flow of one network. */
export interface ConnectRequest {
  /** Network to connect. */
  platform: OAuthPlatform;
  /** Grouping key of the accounts that will be connected, 1 to 255 characters. */
  profileId?: string;
  /** Where the user goes afterwards: https, or http on a loopback host, without user info and fragment, at most 2,048 characters; its query parameters are kept. */
  redirectUrl?: string;
}

/** Where to send the user. */
export interface ConnectStarted {
  /** Address to open in the user’s browser; it is valid for 10 minutes and works once. */
  authUrl: string;
}

/** A draft of a post. */
export interface CreateDraftRequest {
  /** The request for `POST /api/v1/posts`. */
  request: DraftRequest;
  /** What you want to say to whoever reads the draft, at most 1,000 characters; an empty text is none. */
  note?: string;
}

/** A file that shall be uploaded. */
export interface CreateMediaRequest {
  /** Name of the file, 1 to 255 characters. What an address cannot hold is replaced. */
  filename: string;
  /** Type of the file, such as `image/jpeg`. */
  contentType: string;
  /** Size in bytes, at most 1 GiB. An upload of another size is refused. */
  bytes: number;
  /** SHA-256 of the bytes in hexadecimal. An upload with another one is refused. */
  sha256?: string;
}

/** One piece of content for 1 to 10 accounts. */
export interface CreatePostRequest {
  /** Text of the post, at most 10,000 characters; each platform has a shorter limit. Empty by default. */
  content?: string;
  /** Images and videos in display order, 0 to 10; empty by default. */
  mediaItems?: readonly MediaItem[];
  /** Accounts to publish to, 1 to 10. */
  platforms: readonly TargetRequest[];
  /** When to publish, a `Date` or ISO 8601 with an explicit offset, in the future (60 seconds of tolerance); without it the post is published at once. */
  publishAt?: string | Date;
  /** Whether a hosted file that a platform does not take is sent to it in a form that it takes: an image as a JPEG, a video with its index first. An entry in `warnings` says so. True by default; with false the post is refused. */
  convert?: boolean;
  /** Key that makes a repeated request return the original post, 1 to 255 characters. The SDK makes one when there is none, and keeps it over its own retries; give your own (such as the id of a job) to be safe over restarts of your program, too. */
  idempotencyKey?: string;
}

/** A `CreateRepostRequest` with `url`. */
export interface RepostByUrl {
  /** Public link of the post in any form that `x` uses, with or without `https://`, or its id alone; at most 2,048 characters. */
  url: string;
  /** Not together with `url`. */
  platform?: never;
  /** Not together with `url`. */
  platformPostId?: never;
  /** Accounts that repost it, 1 to 10, on the platform of the post. An account named twice reposts once. */
  accountIds: readonly string[];
}

/** A `CreateRepostRequest` with `platform` and `platformPostId`. */
export interface RepostById {
  /** Not together with `platform` and `platformPostId`. */
  url?: never;
  /** Platform of the post; together with `platformPostId`. */
  platform: Platform;
  /** The network’s own id of the post, 1 to 255 characters, in the form of the platform; together with `platform`. */
  platformPostId: string;
  /** Accounts that repost it, 1 to 10, on the platform of the post. An account named twice reposts once. */
  accountIds: readonly string[];
}

/** Any post, named by `url` or by `platform` and `platformPostId`, and the accounts that repost it. */
export type CreateRepostRequest = RepostByUrl | RepostById;

/** An address that shall receive events. */
export interface CreateWebhookRequest {
  /** Public https address without user info and fragment, at most 2,048 characters. It is called without redirects. */
  url: string;
  /** Types to receive, at most 40; empty or absent for every type. */
  events?: readonly EventType[];
  /** Only events of these platforms, at most 40; empty or absent for every platform. */
  platforms?: readonly Platform[];
  /** Only events of accounts with this grouping key; empty or absent for every account. Null is refused. */
  profileId?: string;
  /** Your note, at most 500 characters; empty by default. */
  description?: string;
  /** Whether it receives events; true by default. */
  enabled?: boolean;
}

/** State of a delivery: `pending` (an attempt is due), `delivered` (answered 2xx), `failed` (given up) or `missed` (the webhook was disabled). */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'missed';

/** A post that is not published yet: a person opens `composeUrl`, changes it and publishes it. */
export interface Draft {
  /** Id of the draft. */
  id: string;
  /** Number of the version, raised by each change; send it with an update. */
  version: number;
  /** What you want to say to whoever reads the draft; null without a note. */
  note: string | null;
  /** The request for `POST /api/v1/posts`, as it was sent. */
  request: DraftRequest;
  /** Key under which the draft is published, so that it becomes one post whoever publishes it. */
  idempotencyKey: string;
  /** Id of the post that was created under `idempotencyKey`; null while there is none. */
  postId: string | null;
  /** Page of the dashboard on which a person looks at the draft and publishes it. */
  composeUrl: string;
  /** Who made the draft. */
  createdBy: DraftMaker;
  /** When the draft was made. */
  createdAt: string;
  /** When it was changed last. */
  updatedAt: string;
}

/** One draft, and what keeps it from being published. */
export interface DraftAnswer {
  /** The draft. */
  draft: Draft;
  /** What publishing it now would do; nothing is recorded and no network is called. */
  check: DraftCheck;
}

/** What publishing the draft now would do, as `POST /api/v1/posts/validate` says it. */
export interface DraftCheck {
  /** Whether `problems` and `violations` are empty. */
  valid: boolean;
  /** Fields that are missing, unknown or malformed, and accounts that do not exist; at most 100. */
  problems: FieldError[];
  /** Every broken content rule of every target; empty while there are `problems`. */
  violations: RuleViolation[];
  /** Fields that would have no effect, and files that would be sent in another form. */
  warnings: Warning[];
  /** Units the post would reserve; 0 while there are `problems`. */
  units: number;
}

/** The draft is gone. */
export interface DraftDeleted {
  /** Always true. */
  deleted: true;
}

/** One page of drafts, newest first. */
export interface DraftList {
  /** Drafts that match, newest first. */
  drafts: Draft[];
  /** Whether there is a further page. */
  hasMore: boolean;
  /** `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** Who made a draft. */
export interface DraftMaker {
  /** `key` for an API key, `person` for somebody in the dashboard. */
  type: 'key' | 'person';
  /** Name of the key; null for a person, whom the API does not name. */
  name: string | null;
}

/** A request for `POST /api/v1/posts`, with the same fields. It need not be complete or valid, and is stored as sent: at most 262,144 bytes as JSON. */
export type DraftRequest = Record<string, unknown>;

/** What went wrong. */
export interface ErrorBodyError {
  /** Stable code to branch on. */
  code: RequestErrorCode;
  /** One sentence for a developer; its wording may change. */
  message: string;
  /** The value of the `X-Request-Id` response header. */
  requestId: string;
  /** All problems: `RuleViolation` with `invalid_post`, `QuotaDetail` with `quota_exceeded`, otherwise `FieldError`. */
  details?: (RuleViolation | QuotaDetail | FieldError)[];
  /** Page that explains the code and how to fix the problem: in the documentation of this installation, or where its operator says. */
  docUrl: string;
}

/** The body of every error answer. */
export interface ErrorBody {
  /** What went wrong. */
  error: ErrorBodyError;
}

/** One page of events, oldest first. */
export interface EventList {
  /** Events that match, in the order in which they became public. */
  events: WebhookEvent[];
  /** Whether there is a further page now. */
  hasMore: boolean;
  /** `after` of the next call, also when this page is the last or empty: keep it to go on later. Null only before the first event. */
  nextCursor: string | null;
}

/** What an event says. Types may be added. */
export type EventType = 'post.scheduled' | 'post.published' | 'post.partially_published' | 'post.failed' | 'post.cancelled' | 'target.published' | 'target.failed' | 'target.unpublished' | 'comment.published' | 'comment.failed' | 'follow_up.published' | 'follow_up.failed' | 'media.ready' | 'media.failed' | 'repost.published' | 'repost.failed' | 'account.connected' | 'account.expiring' | 'account.expired' | 'account.revoked' | 'account.removed' | 'quota.warning' | 'quota.exceeded' | 'network.version_ended' | 'webhook.failing' | 'webhook.disabled';

/** A webhook as an event shows it. */
export interface EventWebhook {
  /** Id of the webhook. */
  id: string;
  /** Whether it receives events. */
  enabled: boolean;
  /** Why it is disabled; null while it is enabled. */
  disabledReason: WebhookDisabledReason | null;
  /** When it was disabled; null while it is enabled. */
  disabledAt: string | null;
  /** When the failed attempts began that no success has ended; null when the last attempt succeeded. */
  failingSince: string | null;
}

/** The result of a post on one account, with `status` `failed`. */
export interface FailedTarget {
  /** Id of the target. */
  id: string;
  /** Account published to. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** State of the target. `published` and `failed` are final. A target with a first comment stays `pending` until the comment is done too. */
  status: 'failed';
  /** The network’s id of the post; null until the post is live, and where the network accepted it without giving one. A `pending` target that waits for its first comment already has it: the post is live and billed. */
  platformPostId: string | null;
  /** Public address of the post; null until the post is live, and where the network gives none. */
  url: string | null;
  /** Why the target failed, as `code: message`; null otherwise. */
  error: string;
  /** Why the target failed, for programs; null unless it did. */
  errorDetail: TargetErrorDetail;
  /** When the network accepted the post; null until it has. */
  publishedAt: null;
  /** State of the first comment. It is final when `status` is final, and has no influence on whether that is `published` or `failed`. */
  commentStatus: CommentStatus;
  /** The network’s own id of the first comment; null unless it was posted. */
  commentId: string | null;
  /** Why the first comment failed, as `code: message`; null otherwise. */
  commentError: string | null;
  /** When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null otherwise. `status` stays `published`. */
  unpublishedAt: null;
  /** Why the last attempt to remove the post failed, as `code: message`; null otherwise. It is still live, except perhaps after `outcome_unknown`. */
  unpublishError: null;
  /** What the post goes out without, found while it was published; empty when there is nothing to say. */
  warnings: TargetWarning[];
  /** The posts of a chain in their order, the first of which is the post of the target; absent without `thread` in the request. After a failed post the rest is `skipped`. */
  thread?: ThreadResult[];
  /** The results of `firstComments` in their order; absent without them in the request. */
  firstComments?: FollowUpCommentResult[];
  /** What was requested: the values that apply to this target, including alt texts and covers. */
  requested: RequestedTarget;
}

/** One broken field of a request. */
export interface FieldError {
  /** Where in the request, such as `platforms[1].mediaItems[2].url`; empty for the request as a whole. */
  path: string;
  /** What is wrong with it, in one sentence. */
  message: string;
  /** Platform of the target, with `platform_mismatch`. */
  platform?: Platform;
  /** Id of the account, with `account_not_found` and `platform_mismatch`. */
  accountId?: string;
}

/** A comment that the author adds below the own post, at once or later. */
export interface FollowUpComment {
  /** Text of the comment. It has the limits of `firstComment`. */
  content: string;
  /** Seconds between the post and this comment, 0 (default) to 604,800 (7 days). */
  afterSeconds?: number | null;
}

/** The result of one of `firstComments`. */
export interface FollowUpCommentResult {
  /** State of this comment. */
  status: FollowUpStatus;
  /** The network’s id of this comment; null until it is live. */
  commentId: string | null;
  /** Why this comment failed, as `code: message`; null unless it did. */
  error: string | null;
  /** When this comment is to be posted; null until its post is live. */
  dueAt: string | null;
}

/** What it happened to. */
export interface FollowUpFailedEventData {
  /** The post of the target. */
  post: PostInEvent;
  /** The target. */
  target: TargetInEvent;
  /** What followed the post of the target. */
  followUp: FollowUpInEvent;
}

/** A later post of a chain, or one of `firstComments`, failed; the target itself did not. The rest of a chain is `skipped` then. */
export interface FollowUpFailedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `follow_up.failed`. */
  type: 'follow_up.failed';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: FollowUpFailedEventData;
}

/** The result of a later post of a chain, or of one of `firstComments`. */
export interface FollowUpInEvent {
  /** The field of the target that has it. */
  field: 'thread' | 'firstComments';
  /** Its position in that field, from 0; the first post of a chain is the target. */
  index: number;
  /** State of it, which is final. */
  status: FollowUpStatus;
  /** The network’s id of the post or comment; null unless it is live. */
  platformPostId: string | null;
  /** Public address; null unless it is live, and where the network gives none. */
  url: string | null;
  /** Why it failed, as `code: message`; null unless it did. */
  error: string | null;
}

/** What it happened to. */
export interface FollowUpPublishedEventData {
  /** The post of the target. */
  post: PostInEvent;
  /** The target. */
  target: TargetInEvent;
  /** What followed the post of the target. */
  followUp: FollowUpInEvent;
}

/** A later post of a chain, or one of `firstComments`, was posted. */
export interface FollowUpPublishedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `follow_up.published`. */
  type: 'follow_up.published';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: FollowUpPublishedEventData;
}

/** State of a post of a chain, or of one of `firstComments`. All but `pending` are final. `skipped`: nothing was sent, because an earlier post is not live or the post was cancelled. */
export type FollowUpStatus = 'pending' | 'published' | 'failed' | 'skipped';

/** The self-hosted hub an account belongs to. */
export interface Hub {
  /** The software the hub runs, or the protocol it speaks. */
  type: HubType;
  /** Address of the hub, without a trailing slash. */
  url: string;
  /** Name of the hub. */
  name: string;
  /** Space for targets that name none; null for the hub’s default. */
  defaultSpaceSlug: string | null;
}

/**
 * Every kind of hub. An installation that adds a hub driver declares its type:
 * `declare module '@fanfare/sdk' { interface HubTypeNames { humhub: true } }`.
 */
export interface HubTypeNames {
  /** A kind of hub that every installation can publish to. */
  wordpress: true;
  /** A kind of hub that every installation can publish to. */
  micropub: true;
}

/** The software a hub runs, or the protocol it speaks. */
export type HubType = keyof HubTypeNames;

/** Options of a target on `instagram`. */
export interface InstagramOptions {
  /** What the post is. By default one video is a `reel`, anything else a post in the `feed`. A `story` has one picture or video, no text and no first comment, and ends after 24 hours. A `trial_reel` is shown to people who do not follow the account. */
  format?: 'feed' | 'reel' | 'story' | 'trial_reel' | null;
  /** Usernames of at most 3 accounts that are invited as co-authors, without `@`. Not on a story. */
  collaborators?: string[] | null;
  /** At most 20 accounts that are tagged on pictures and videos. */
  userTags?: InstagramUserTag[] | null;
  /** Whether Instagram labels the post as a paid partnership. Meta documents the label for apps with Facebook Login: look at the post to see that it shows it. */
  paidPartnership?: boolean | null;
  /** Whether a reel is shown in the feed too (default), or among reels only. */
  shareToFeed?: boolean | null;
  /** Name of the sound of a reel, at most 100 characters. It can be set once. */
  audioName?: string | null;
  /** When a trial reel is shown to followers: when the account decides so in the app (`manual`, default), or when it does well (`performance`). */
  trialGraduation?: 'manual' | 'performance' | null;
}

/** An account that is tagged on a picture or video. */
export interface InstagramUserTag {
  /** Username of a public account, without `@`. */
  username: string;
  /** Place on a picture, as a share of its width from the left, 0 to 1. Needed on pictures of the feed. */
  x?: number | null;
  /** Place on a picture, as a share of its height from the top, 0 to 1. Needed on pictures of the feed. */
  y?: number | null;
  /** Position in `mediaItems` of the picture or video, from 0 (default). */
  mediaIndex?: number | null;
}

/** A JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>;

/** Options of a target on `linkedin`. */
export interface LinkedInOptions {
  /** Who sees the post: `public` (default) or the `connections` of the member. Posts of a page are always public. */
  visibility?: 'public' | 'connections' | null;
}

/** What it happened to. */
export interface MediaFailedEventData {
  /** The file. */
  media: MediaInEvent;
}

/** A hosted file is refused: its bytes are not what was announced, or no network takes them. */
export interface MediaFailedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `media.failed`. */
  type: 'media.failed';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: MediaFailedEventData;
}

/** A file that the service hosts. Use its `url` in `mediaItems`. */
export interface MediaFile {
  /** Id of the file. */
  id: string;
  /** State of the file. */
  status: MediaFileStatus;
  /** Name of the file; the last part of its address. */
  filename: string;
  /** Type as announced, and by its bytes once they are checked. */
  contentType: string;
  /** Size in bytes. */
  bytes: number;
  /** What the file is; null until its bytes are checked. */
  facts: MediaFileFacts | null;
  /** Rules of platforms that the file breaks; empty when it fits all. */
  problems: MediaProblem[];
  /** Why the file is `refused`; null otherwise. */
  error: string | null;
  /** When it was announced. */
  createdAt: string;
  /** SHA-256 of the bytes in hexadecimal; null until they are checked. */
  sha256: string | null;
  /** Public address of the file: for `mediaItems[].url` and `coverUrl`. */
  url: string;
  /** Where the bytes go by `PUT`, without an API key; null unless the file is awaited. */
  uploadUrl: string | null;
  /** Headers of the `PUT`, each as it is; null unless the file is awaited. */
  uploadHeaders: Record<string, string> | null;
  /** Until when bytes may come; null unless the file is awaited. */
  uploadExpiresAt: string | null;
  /** When it is deleted: 48 hours after its creation, or 30 days after the last post that uses it has settled; null while a waiting post or a draft uses it. */
  expiresAt: string | null;
}

/** One hosted file. */
export interface MediaFileAnswer {
  /** The file. */
  media: MediaFile;
}

/** The file is gone. */
export interface MediaFileDeleted {
  /** Always true. */
  deleted: true;
}

/** What a file is, read from its bytes. Values that a file of its type does not have are null. */
export interface MediaFileFacts {
  /** What it is; `document` for PDF and Office files, `other` when it is none of the three. */
  type: 'image' | 'video' | 'document' | 'other';
  /** Width in pixels as people see it, after its rotation. */
  width: number | null;
  /** Height in pixels as people see it, after its rotation. */
  height: number | null;
  /** EXIF orientation of an image, 1 to 8; 1 is upright. */
  orientation: number | null;
  /** Frames of an image; more than 1 for an animation. */
  frames: number | null;
  /** Pages of a PDF, or slides of a PPTX; null where they cannot be counted. */
  pages: number | null;
  /** Duration of a video in milliseconds. */
  durationMs: number | null;
  /** Frame rate of a video. */
  framesPerSecond: number | null;
  /** Codec of a video as in RFC 6381, such as `avc1.64001f`. */
  videoCodec: string | null;
  /** Codec of its sound, such as `mp4a.40.2`; null without sound. */
  audioCodec: string | null;
}

/** One page of hosted files, newest first. */
export interface MediaFileList {
  /** Files that match, newest first. */
  media: MediaFile[];
  /** Whether there is a further page. */
  hasMore: boolean;
  /** `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** State of a hosted file: `awaiting_upload` until its bytes are here and checked, then `ready`, or `refused` when they are not what was announced, or neither image, video nor document. */
export type MediaFileStatus = 'awaiting_upload' | 'ready' | 'refused';

/** A public file that the service copies. */
export interface MediaFromUrlRequest {
  /** Public address of the file: absolute http or https, without user info. */
  url: string;
  /** Name of the copy; by default the last part of the address. */
  filename?: string;
}

/** A hosted file without its addresses. */
export interface MediaInEvent {
  /** Id of the file. */
  id: string;
  /** State of the file. */
  status: MediaFileStatus;
  /** Name of the file; the last part of its address. */
  filename: string;
  /** Type as announced, and by its bytes once they are checked. */
  contentType: string;
  /** Size in bytes. */
  bytes: number;
  /** What the file is; null until its bytes are checked. */
  facts: MediaFileFacts | null;
  /** Rules of platforms that the file breaks; empty when it fits all. */
  problems: MediaProblem[];
  /** Why the file is `refused`; null otherwise. */
  error: string | null;
  /** When it was announced. */
  createdAt: string;
}

/** An image, video or document of a request, fetched from its public URL. */
export interface MediaItem {
  /** What the file is. */
  type: MediaType;
  /** Public URL of the file: absolute http or https, without user info, at most 2,048 characters. */
  url: string;
  /** Public image to use as the cover of a video, on `instagram` posts with a single video and on `linkedin`. For `instagram`: a JPEG of at most 8 MB, sRGB, 9:16. */
  coverUrl?: string;
  /** Position of the frame to use as cover, in milliseconds; `instagram` only. `linkedin` refuses it; use `coverUrl`. */
  thumbOffsetMs?: number;
  /** Screen-reader description of an image, at most 1,000 characters. */
  altText?: string;
  /** Title of a document, 1 to 400 characters; the name of its file by default. It has no effect on images and videos. */
  title?: string;
}

/** A rule of a platform that the file breaks. A post with the file is refused on that platform, unless `fixedBy` says that the file is fixed. */
export interface MediaProblem {
  /** Platform whose rule is broken. */
  platform: Platform;
  /** Stable name of the rule, such as `instagram.image.type`. */
  rule: string;
  /** What is wrong and how to fix it, in one sentence. */
  message: string;
  /** The number the rule allows, in the unit of the rule. */
  limit?: number;
  /** The number the file has, in the same unit. */
  actual?: number;
  /** `conversion`: posts send a converted file instead, unless they say `convert: false`. Absent where nothing fixes it. */
  fixedBy?: 'conversion';
}

/** What it happened to. */
export interface MediaReadyEventData {
  /** The file. */
  media: MediaInEvent;
}

/** The bytes of a hosted file are here and checked: posts can use it. */
export interface MediaReadyEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `media.ready`. */
  type: 'media.ready';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: MediaReadyEventData;
}

/** What a media file is. */
export type MediaType = 'image' | 'video' | 'document';

/** Somebody whom a post can mention. */
export interface Mention {
  /** `organization` or `person`. */
  type: 'organization' | 'person';
  /** The exact name, without which the network does not link the mention. */
  name: string;
  /** The line below the name of a person, such as “Head of Roasting”; null for none and for organizations. */
  headline: string | null;
  /** The network’s id, such as `organization:90314427`, or `k3Vb8RqTzP` for a person. */
  platformUserId: string;
  /** What to write into `content`, such as `@[Harbour Coffee](urn:li:organization:90314427)`. */
  text: string;
  /** Public page; null for a person, whose page LinkedIn does not name. */
  url: string | null;
}

/** Whom a post of an account can mention. */
export interface MentionList {
  /** Organizations and then people that the network found; empty for none. */
  mentions: Mention[];
  /** Why the network could not be asked, as `code: message` with advice where it helps, or a sentence where the platform has no look-up; null otherwise. Where one of two look-ups failed, it names that one, and `mentions` has what the other found. */
  error: string | null;
}

/** Engagement counts as the network reports them now; nothing is stored. */
export interface Metrics {
  /** Times the post was seen; null where the network does not report it. */
  views: number | null;
  /** Likes or other reactions; null where the network does not report it. */
  likes: number | null;
  /** Comments or replies; null where the network does not report it. */
  comments: number | null;
  /** Shares, reposts or quotes; null where the network does not report it. */
  shares: number | null;
  /** Saves or bookmarks; null where the network does not report it. */
  saves: number | null;
}

/** Options of a target on a hub with Micropub. */
export interface MicropubOptions {
  /** Names of 1 to 20 tags. */
  categories?: string[] | null;
  /** Places that get a copy: 1 to 10 `uid`s of those that the server lists (`q=syndicate-to`). */
  syndicateTo?: string[] | null;
}

/** The network and its versions. */
export interface NetworkVersionEndedEventDataNetwork {
  /** The network. */
  platform: Platform;
  /** The version that ended. */
  version: string;
  /** The version to configure instead; null when none is known. */
  nextVersion: string | null;
}

/** What it happened to. */
export interface NetworkVersionEndedEventData {
  /** The network and its versions. */
  network: NetworkVersionEndedEventDataNetwork;
}

/** A network refused a version of its API; once for each version, where you have an account. */
export interface NetworkVersionEndedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `network.version_ended`. */
  type: 'network.version_ended';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: NetworkVersionEndedEventData;
}

/** The result of a post on one account, with `status` `pending`. */
export interface PendingTarget {
  /** Id of the target. */
  id: string;
  /** Account published to. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** State of the target. `published` and `failed` are final. A target with a first comment stays `pending` until the comment is done too. */
  status: 'pending';
  /** The network’s id of the post; null until the post is live, and where the network accepted it without giving one. A `pending` target that waits for its first comment already has it: the post is live and billed. */
  platformPostId: string | null;
  /** Public address of the post; null until the post is live, and where the network gives none. */
  url: string | null;
  /** Why the target failed, as `code: message`; null otherwise. */
  error: null;
  /** Why the target failed, for programs; null unless it did. */
  errorDetail: null;
  /** When the network accepted the post; null until it has. */
  publishedAt: string | null;
  /** State of the first comment. It is final when `status` is final, and has no influence on whether that is `published` or `failed`. */
  commentStatus: CommentStatus;
  /** The network’s own id of the first comment; null unless it was posted. */
  commentId: string | null;
  /** Why the first comment failed, as `code: message`; null otherwise. */
  commentError: string | null;
  /** When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null otherwise. `status` stays `published`. */
  unpublishedAt: null;
  /** Why the last attempt to remove the post failed, as `code: message`; null otherwise. It is still live, except perhaps after `outcome_unknown`. */
  unpublishError: null;
  /** What the post goes out without, found while it was published; empty when there is nothing to say. */
  warnings: TargetWarning[];
  /** The posts of a chain in their order, the first of which is the post of the target; absent without `thread` in the request. After a failed post the rest is `skipped`. */
  thread?: ThreadResult[];
  /** The results of `firstComments` in their order; absent without them in the request. */
  firstComments?: FollowUpCommentResult[];
  /** What was requested: the values that apply to this target, including alt texts and covers. */
  requested: RequestedTarget;
}

/**
 * Every platform, and how its accounts are connected. An installation that adds a network declares
 * the name:
 * `declare module '@fanfare/sdk' { interface PlatformNames { mastodon: 'oauth' } }`.
 */
export interface PlatformNames {
  /** Connected by `accounts.connect`. */
  instagram: 'oauth';
  /** Connected by `accounts.connect`. */
  threads: 'oauth';
  /** Connected by `accounts.connect`. */
  x: 'oauth';
  /** Connected by `accounts.connect`. */
  linkedin: 'oauth';
  /** Connected by `accounts.connectHub`. */
  hub: 'key';
}

/** A network, or a self-hosted hub. */
export type Platform = keyof PlatformNames;

/** A network connected through the hosted OAuth flow. */
export type OAuthPlatform = {
  [Name in Platform]: PlatformNames[Name] extends 'oauth' ? Name : never;
}[Platform];

/** Limits of the text. */
export interface PlatformCapabilitiesText {
  /** Longest text, in the unit of `countedAs`. */
  max: number;
  /** Unit of `max`: UTF-16 code units, X’s weighted length, or Threads’ count (an emoji costs its UTF-8 bytes). */
  countedAs: 'utf16' | 'weighted' | 'threads';
  /** Whether a post may have text and no media. */
  textOnly: boolean;
}

/** Limits of the media. */
export interface PlatformCapabilitiesMedia {
  /** Most media items in one post. */
  max: number;
  /** Most images in one post. */
  maxImages: number;
  /** Most videos in one post. */
  maxVideos: number;
  /** Most documents in one post. */
  maxDocuments: number;
  /** Whether images and videos may stand in one post. */
  mixed: boolean;
  /** Whether a post may have no media. */
  optional: boolean;
}

/** Which optional features the platform has. */
export interface PlatformCapabilitiesSupports {
  /** Whether a first comment can be posted. */
  firstComment: boolean;
  /** Whether posts can be reposted. */
  repost: boolean;
  /** Whether published posts can be removed again. */
  unpublish: boolean;
  /** Whether posts can be labelled as AI-generated. */
  aiGenerated: boolean;
  /** Whether images can have an alt text. */
  altText: boolean;
  /** Whether a video can have a cover image. */
  coverUrl: boolean;
  /** Whether a frame of the video can be its cover. */
  thumbOffsetMs: boolean;
  /** Whether accounts have spaces to publish into. */
  spaces: boolean;
}

/** Limits of the first comment; null where there is none. */
export interface PlatformCapabilitiesFirstComment {
  /** Longest first comment, in the unit of `text.countedAs`. */
  max: number;
}

/** One of `PlatformCapabilitiesRules`. */
export interface PlatformCapabilitiesRule {
  /** Stable name, as `rule` in error details. */
  name: string;
  /** The rule in one sentence. */
  summary: string;
}

/** Limits and features of one platform, from the same data that validates posts. */
export interface PlatformCapabilities {
  /** The platform. */
  platform: Platform;
  /** Whether this installation has credentials for it; where it has none, connecting answers `unavailable`. */
  configured: boolean;
  /** Limits of the text. */
  text: PlatformCapabilitiesText;
  /** Limits of the media. */
  media: PlatformCapabilitiesMedia;
  /** Which optional features the platform has. */
  supports: PlatformCapabilitiesSupports;
  /** Limits of the first comment; null where there is none. */
  firstComment: PlatformCapabilitiesFirstComment | null;
  /** The options that a target of this platform may have, as JSON Schema 2020-12 of an object with their names: those that several platforms share, and the block of this platform. Any other option is ignored, with a warning. */
  options: JsonSchema;
  /** Every content rule of the platform, in the order they are checked. */
  rules: PlatformCapabilitiesRule[];
}

/** Limits and features of every platform. */
export interface PlatformList {
  /** One entry per platform. */
  platforms: PlatformCapabilities[];
}

/** A poll in the place of media. */
export interface Poll {
  /** The choices, 2 to 4, each of 1 to 30 characters; 1 to 25 on `threads` and `x`. */
  options: string[];
  /** What is asked, 1 to 140 characters, where a poll has a text of its own: `linkedin` needs it. On `threads` and `x` the text of the post asks. */
  question?: string | null;
  /** How long votes are taken, in minutes: 5 to 10,080 (7 days) on `x`; 1,440, 4,320, 10,080 or 20,160 on `linkedin`; 1,440 is the default. No effect on `threads`, where every poll lasts as long as Threads decides. */
  durationMinutes?: number | null;
}

/** One piece of content and its result on every account. */
export interface Post {
  /** Id of the post. */
  id: string;
  /** State of the post, derived from its targets. */
  status: PostStatus;
  /** Text of the post; a target may have had another one. */
  content: string;
  /** Media of the post in display order; a target may have had others. */
  media: PostMedia[];
  /** When the post was recorded. */
  createdAt: string;
  /** When the post is due; null when it was published immediately. */
  publishAt: string | null;
  /** When the post was cancelled; null otherwise. */
  cancelledAt: string | null;
  /** One result per requested account, in the order of the request. */
  targets: Target[];
}

/** One post. */
export interface PostAnswer {
  /** The post and its results so far. */
  post: Post;
}

/** What it happened to. */
export interface PostCancelledEventData {
  /** The post. */
  post: PostInEvent;
  /** Every target of the post, in the order of the request. */
  targets: PostTargetInEvent[];
}

/** A scheduled post was cancelled. It replaces the events of its targets. */
export interface PostCancelledEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `post.cancelled`. */
  type: 'post.cancelled';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: PostCancelledEventData;
}

/** The recorded post; read `post.targets[].status`, for an accepted post may have failed on some accounts. */
export interface PostCreated {
  /** The post and its results so far. */
  post: Post;
  /** Whether the key was used before and the original post is returned. */
  replayed: boolean;
  /** Fields that were accepted and have no effect, files that are sent in another form, and links that make a post cost more; empty on a replay. */
  warnings: Warning[];
}

/** What it happened to. */
export interface PostFailedEventData {
  /** The post. */
  post: PostInEvent;
  /** Every target of the post, in the order of the request. */
  targets: PostTargetInEvent[];
}

/** Every target of a post failed. */
export interface PostFailedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `post.failed`. */
  type: 'post.failed';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: PostFailedEventData;
}

/** A post without its text and media. */
export interface PostInEvent {
  /** Id of the post. */
  id: string;
  /** State of the post when the event was written. */
  status: PostStatus;
  /** When the post was recorded. */
  createdAt: string;
  /** When the post was due; null when it was published immediately. */
  publishAt: string | null;
  /** When the post was cancelled; null otherwise. */
  cancelledAt: string | null;
  /** The key of your create request, which finds your own record of the post. */
  idempotencyKey: string;
}

/** One page of posts in the requested order. */
export interface PostList {
  /** Posts that match: newest first, or by `publishAt`, earliest first. */
  posts: Post[];
  /** Posts per page. */
  limit: number;
  /** Posts skipped; 0 when a cursor was given. */
  offset: number;
  /** Whether there is a further page. */
  hasMore: boolean;
  /** `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** An image, video or document of a recorded post. */
export interface PostMedia {
  /** What the file is. */
  type: MediaType;
  /** Public URL of the file in the request. */
  url: string;
}

/** Engagement counts of a post, read live from each network. */
export interface PostMetrics {
  /** Id of the post. */
  postId: string;
  /** When the counts were read. */
  fetchedAt: string;
  /** One entry per target of the post. A target that fails does not fail the call. */
  targets: TargetMetrics[];
}

/** Order of a list of posts. */
export type PostOrder = 'createdAt' | 'publishAt';

/** What it happened to. */
export interface PostPartiallyPublishedEventData {
  /** The post. */
  post: PostInEvent;
  /** Every target of the post, in the order of the request. */
  targets: PostTargetInEvent[];
}

/** Every target of a post has settled: some are published, some failed. */
export interface PostPartiallyPublishedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `post.partially_published`. */
  type: 'post.partially_published';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: PostPartiallyPublishedEventData;
}

/** What it happened to. */
export interface PostPublishedEventData {
  /** The post. */
  post: PostInEvent;
  /** Every target of the post, in the order of the request. */
  targets: PostTargetInEvent[];
}

/** Every target of a post is published. */
export interface PostPublishedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `post.published`. */
  type: 'post.published';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: PostPublishedEventData;
}

/** One outcome per published target. */
export interface PostReposted {
  /** Outcomes in the order of the post’s targets. */
  reposts: TargetRepost[];
}

/** What it happened to. */
export interface PostScheduledEventData {
  /** The post. */
  post: PostInEvent;
  /** Every target of the post, in the order of the request. */
  targets: PostTargetInEvent[];
}

/** A post was recorded for a later moment. */
export interface PostScheduledEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `post.scheduled`. */
  type: 'post.scheduled';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: PostScheduledEventData;
}

/** State of a post, derived from its targets; `partial` when some are published and some failed. */
export type PostStatus = 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'cancelled';

/** One target of a post in an event of the post. */
export interface PostTargetInEvent {
  /** Id of the target. */
  id: string;
  /** Id of the account. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** Your grouping key of the account; absent when you gave none. */
  profileId?: string;
  /** State of the target. */
  status: TargetStatus;
  /** Why the target failed; null unless it did. */
  errorCode: TargetErrorCode | null;
}

/** One outcome per target. */
export interface PostUnpublished {
  /** Outcomes in the order of the post’s targets. */
  targets: TargetUnpublish[];
}

/** One of `PostValidatedTargets`. */
export interface PostValidatedTarget {
  /** Account of the target. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** Units the target would reserve, its first comment included. */
  units: number;
  /** Address of the page that gets a link card; absent without a card. The page is read when the post is published. */
  linkCard?: string;
}

/** What publishing this request would do; nothing is recorded and no network is called. */
export interface PostValidated {
  /** Whether no content rule is broken. */
  valid: boolean;
  /** Every broken content rule of every target. */
  violations: RuleViolation[];
  /** Fields that would have no effect, and files that would be sent in another form. */
  warnings: Warning[];
  /** Units the post would reserve, first comments included. */
  units: number;
  /** The cost of each target, in the order of the request. */
  targets: PostValidatedTarget[];
}

/** The result of a post on one account, with `status` `published`. */
export interface PublishedTarget {
  /** Id of the target. */
  id: string;
  /** Account published to. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** State of the target. `published` and `failed` are final. A target with a first comment stays `pending` until the comment is done too. */
  status: 'published';
  /** The network’s id of the post; null until the post is live, and where the network accepted it without giving one. A `pending` target that waits for its first comment already has it: the post is live and billed. */
  platformPostId: string | null;
  /** Public address of the post; null until the post is live, and where the network gives none. */
  url: string | null;
  /** Why the target failed, as `code: message`; null otherwise. */
  error: null;
  /** Why the target failed, for programs; null unless it did. */
  errorDetail: null;
  /** When the network accepted the post; null until it has. */
  publishedAt: string;
  /** State of the first comment. It is final when `status` is final, and has no influence on whether that is `published` or `failed`. */
  commentStatus: CommentStatus;
  /** The network’s own id of the first comment; null unless it was posted. */
  commentId: string | null;
  /** Why the first comment failed, as `code: message`; null otherwise. */
  commentError: string | null;
  /** When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null otherwise. `status` stays `published`. */
  unpublishedAt: string | null;
  /** Why the last attempt to remove the post failed, as `code: message`; null otherwise. It is still live, except perhaps after `outcome_unknown`. */
  unpublishError: string | null;
  /** What the post goes out without, found while it was published; empty when there is nothing to say. */
  warnings: TargetWarning[];
  /** The posts of a chain in their order, the first of which is the post of the target; absent without `thread` in the request. After a failed post the rest is `skipped`. */
  thread?: ThreadResult[];
  /** The results of `firstComments` in their order; absent without them in the request. */
  firstComments?: FollowUpCommentResult[];
  /** What was requested: the values that apply to this target, including alt texts and covers. */
  requested: RequestedTarget;
}

/** The state of the quota that the request would exceed; all numbers are units (network writes). */
export interface QuotaDetail {
  /** Units the plan includes in the period. */
  limit: number;
  /** Units already billed in the period. */
  used: number;
  /** Units held for posts that are scheduled or being published. */
  reserved: number;
  /** Units this request needs. */
  requested: number;
  /** When the next period begins. */
  resetsAt: string;
}

/** What it happened to. */
export interface QuotaExceededEventData {
  /** Usage of the period, as `GET /api/v1/usage` returns it. */
  usage: Usage;
}

/** The allowance of the plan is used up: a request was refused, or overage began; once a period. */
export interface QuotaExceededEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `quota.exceeded`. */
  type: 'quota.exceeded';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: QuotaExceededEventData;
}

/** What it happened to. */
export interface QuotaWarningEventData {
  /** Usage of the period, as `GET /api/v1/usage` returns it. */
  usage: Usage;
}

/** Used and reserved units reached 80 % of what the plan includes; once a period. */
export interface QuotaWarningEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `quota.warning`. */
  type: 'quota.warning';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: QuotaWarningEventData;
}

/** A `ReplayRequest` with `eventIds`. */
export interface ReplayOfEvents {
  /** Events to send again, 1 to 25, whatever the state of their deliveries. */
  eventIds: readonly string[];
  /** Not together with `eventIds`. */
  since?: never;
  /** Up to this moment, which is not included; now by default. Null is refused. */
  until?: string | Date;
  /** With `since`: only deliveries in this state. Without it those that are `failed` or `missed`. */
  status?: 'delivered' | 'failed' | 'missed';
  /** With `since`: only events of these types, 1 to 40. */
  events?: readonly EventType[];
}

/** A `ReplayRequest` with `since`. */
export interface ReplayOfTime {
  /** Not together with `since`. */
  eventIds?: never;
  /** Deliveries of events from this moment on, a `Date` or ISO 8601 with an explicit offset. */
  since: string | Date;
  /** Up to this moment, which is not included, a `Date` or ISO 8601 with an explicit offset; now by default. */
  until?: string | Date;
  /** With `since`: only deliveries in this state. Without it those that are `failed` or `missed`. */
  status?: 'delivered' | 'failed' | 'missed';
  /** With `since`: only events of these types, 1 to 40. */
  events?: readonly EventType[];
}

/** Deliveries of the webhook to send again: of the events named, or of a range of time. */
export type ReplayRequest = ReplayOfEvents | ReplayOfTime;

/** One outcome per account. */
export interface RepostCreated {
  /** Outcomes in the order of `accountIds`. */
  reposts: AccountRepost[];
}

/** What it happened to. */
export interface RepostFailedEventData {
  /** The repost. */
  repost: RepostInEvent;
}

/** An account could not repost a post. */
export interface RepostFailedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `repost.failed`. */
  type: 'repost.failed';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: RepostFailedEventData;
}

/** The outcome of a repost from one account. */
export interface RepostInEvent {
  /** Id of the account. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** Your grouping key of the account; absent when you gave none. */
  profileId?: string;
  /** The network’s id of the post that was to be reposted. */
  platformPostId: string;
  /** Target that published the post; null for any other post. */
  targetId: string | null;
  /** Outcome for this account. */
  status: RepostStatus;
  /** The network’s id of the repost; null where it gives none. */
  platformRepostId: string | null;
  /** Why it failed, as `code: message`; null otherwise. */
  error: string | null;
  /** When the network accepted the repost; null otherwise. */
  repostedAt: string | null;
}

/** Which published targets of a post to repost. */
export interface RepostPostRequest {
  /** Targets of the post to repost, 1 to 10; without it every published target. Null is refused. */
  targetIds?: readonly string[];
}

/** What it happened to. */
export interface RepostPublishedEventData {
  /** The repost. */
  repost: RepostInEvent;
}

/** An account reposted a post. */
export interface RepostPublishedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `repost.published`. */
  type: 'repost.published';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: RepostPublishedEventData;
}

/** Outcome of a repost; `unsupported` where the platform has no reposts. */
export type RepostStatus = 'reposted' | 'failed' | 'unsupported';

/** Why a request was refused or failed. */
export type RequestErrorCode = 'invalid_request' | 'platform_mismatch' | 'invalid_post' | 'hub_url_not_allowed' | 'hub_auth_failed' | 'connect_code_invalid' | 'space_not_found' | 'hub_not_supported' | 'webhook_url_not_allowed' | 'media_unreachable' | 'unauthorized' | 'insufficient_scope' | 'account_limit_reached' | 'webhook_limit_reached' | 'draft_limit_reached' | 'storage_exceeded' | 'account_not_found' | 'not_found' | 'method_not_allowed' | 'not_cancellable' | 'not_published' | 'account_not_active' | 'upload_incomplete' | 'upload_closed' | 'media_in_use' | 'draft_conflict' | 'draft_published' | 'rotation_in_progress' | 'webhook_exists' | 'webhook_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'quota_exceeded' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'hub_unreachable' | 'hub_error' | 'unavailable';

/** Subtitles of a video in one language. */
export interface RequestedCaptionFile {
  /** Public http(s) address of the file: SRT in UTF-8, or WebVTT on `x` only; at most 1 MiB and 2,048 characters of address. */
  url: string;
  /** Language of the subtitles: two letters of ISO 639-1, with or without a country of ISO 3166-1, such as `en` or `en-GB`. */
  language: string;
  /** Name of the language for viewers, 1 to 100 characters; by default its own, such as Deutsch for `de`. No effect on `linkedin`. */
  name?: string;
}

/** A comment that the author adds below the own post, at once or later. */
export interface RequestedFollowUpComment {
  /** Text of the comment. It has the limits of `firstComment`. */
  content: string;
  /** Seconds between the post and this comment, 0 (default) to 604,800 (7 days). */
  afterSeconds?: number;
}

/** Options of a target on `instagram`. */
export interface RequestedInstagramOptions {
  /** What the post is. By default one video is a `reel`, anything else a post in the `feed`. A `story` has one picture or video, no text and no first comment, and ends after 24 hours. A `trial_reel` is shown to people who do not follow the account. */
  format?: 'feed' | 'reel' | 'story' | 'trial_reel';
  /** Usernames of at most 3 accounts that are invited as co-authors, without `@`. Not on a story. */
  collaborators?: string[];
  /** At most 20 accounts that are tagged on pictures and videos. */
  userTags?: RequestedInstagramUserTag[];
  /** Whether Instagram labels the post as a paid partnership. Meta documents the label for apps with Facebook Login: look at the post to see that it shows it. */
  paidPartnership?: boolean;
  /** Whether a reel is shown in the feed too (default), or among reels only. */
  shareToFeed?: boolean;
  /** Name of the sound of a reel, at most 100 characters. It can be set once. */
  audioName?: string;
  /** When a trial reel is shown to followers: when the account decides so in the app (`manual`, default), or when it does well (`performance`). */
  trialGraduation?: 'manual' | 'performance';
}

/** An account that is tagged on a picture or video. */
export interface RequestedInstagramUserTag {
  /** Username of a public account, without `@`. */
  username: string;
  /** Place on a picture, as a share of its width from the left, 0 to 1. Needed on pictures of the feed. */
  x?: number;
  /** Place on a picture, as a share of its height from the top, 0 to 1. Needed on pictures of the feed. */
  y?: number;
  /** Position in `mediaItems` of the picture or video, from 0 (default). */
  mediaIndex?: number;
}

/** Options of a target on `linkedin`. */
export interface RequestedLinkedInOptions {
  /** Who sees the post: `public` (default) or the `connections` of the member. Posts of a page are always public. */
  visibility?: 'public' | 'connections';
}

/** An image, video or document as it was requested; a field that was not given is absent. */
export interface RequestedMedia {
  /** What the file is. */
  type: MediaType;
  /** Public URL of the file in the request. */
  url: string;
  /** Public URL of the requested cover. */
  coverUrl?: string;
  /** Position of the requested cover frame in the video, in milliseconds. */
  thumbOffsetMs?: number;
  /** Screen-reader description in the request. */
  altText?: string;
  /** Requested title of a document. */
  title?: string;
}

/** An image, video or document of a request, fetched from its public URL. */
export interface RequestedMediaItem {
  /** What the file is. */
  type: MediaType;
  /** Public URL of the file: absolute http or https, without user info, at most 2,048 characters. */
  url: string;
  /** Public image to use as the cover of a video, on `instagram` posts with a single video and on `linkedin`. For `instagram`: a JPEG of at most 8 MB, sRGB, 9:16. */
  coverUrl?: string;
  /** Position of the frame to use as cover, in milliseconds; `instagram` only. `linkedin` refuses it; use `coverUrl`. */
  thumbOffsetMs?: number;
  /** Screen-reader description of an image, at most 1,000 characters. */
  altText?: string;
  /** Title of a document, 1 to 400 characters; the name of its file by default. It has no effect on images and videos. */
  title?: string;
}

/** Options of a target on a hub with Micropub. */
export interface RequestedMicropubOptions {
  /** Names of 1 to 20 tags. */
  categories?: string[];
  /** Places that get a copy: 1 to 10 `uid`s of those that the server lists (`q=syndicate-to`). */
  syndicateTo?: string[];
}

/** A poll in the place of media. */
export interface RequestedPoll {
  /** The choices, 2 to 4, each of 1 to 30 characters; 1 to 25 on `threads` and `x`. */
  options: string[];
  /** What is asked, 1 to 140 characters, where a poll has a text of its own: `linkedin` needs it. On `threads` and `x` the text of the post asks. */
  question?: string;
  /** How long votes are taken, in minutes: 5 to 10,080 (7 days) on `x`; 1,440, 4,320, 10,080 or 20,160 on `linkedin`; 1,440 is the default. No effect on `threads`, where every poll lasts as long as Threads decides. */
  durationMinutes?: number;
}

/** What the target was requested to publish: the content and media of the post, unless the target has others. You can use it in `platforms` of a new request to request the same. */
export interface RequestedTarget {
  /** Text of the target. */
  content: string;
  /** Media of the target in display order. */
  mediaItems: RequestedMedia[];
  /** Text of the first comment; null without one. */
  firstComment: string | null;
  /** Whether the network was asked to label the post as AI-generated. */
  aiGenerated: boolean;
  /** Requested space of a hub account; null for its default. */
  spaceSlug: string | null;
  /** How `linkedin` shows the first link in the text. `auto` (default) reads its page and adds a card to a post without media, because LinkedIn makes no cards itself; `none` leaves a bare link. */
  link?: 'auto' | 'none';
  /** A poll, on `threads`, `x` and `linkedin`. It excludes media. */
  poll?: RequestedPoll;
  /** Who may reply: `everyone` (default), profiles that the author is `following`, those `mentioned` in the text; `followers` on `threads` only, `subscribers` and `verified` accounts on `x` only. */
  replyControl?: 'everyone' | 'following' | 'mentioned' | 'followers' | 'subscribers' | 'verified';
  /** Subtitles of the video, on `x` and `linkedin`: 1 to 20 files, each of another language; one file on `linkedin`. No effect without a video. */
  captions?: RequestedCaptionFile[];
  /** The network’s id of a place that the post names, on `instagram`. No look-up of places is offered by its API for this kind of sign-in. */
  locationId?: string;
  /** The network’s id (`platformPostId`) of a post that this one quotes or reshares, own or of others: on `threads` a number, on `linkedin` `urn:li:share:…` or `urn:li:ugcPost:…`. An address is no id. */
  quotePostId?: string;
  /** A chain of 2 to 25 posts on `x` and `threads`, each an answer to the one before. The first stands in the place of the target’s `content` and `mediaItems`. Each post of the chain is a write of its own with its own units and result, in `thread` of the target; the target is `published` when the first is live. */
  thread?: RequestedThreadPost[];
  /** Up to 5 more comments of the author, each with another text, on `instagram`, `threads` and `linkedin`, each at once or up to 7 days after the post. Each is a write of one unit with its own result, in `firstComments` of the target, and has no influence on its status. */
  firstComments?: RequestedFollowUpComment[];
  /** Options that only `instagram` has. */
  instagram?: RequestedInstagramOptions;
  /** Options that only `threads` has. */
  threads?: RequestedThreadsOptions;
  /** Options that only `x` has. */
  x?: RequestedXOptions;
  /** Options that only `linkedin` has. */
  linkedin?: RequestedLinkedInOptions;
  /** Options that only a hub with WordPress has. */
  wordpress?: RequestedWordPressOptions;
  /** Options that only a hub with Micropub has. */
  micropub?: RequestedMicropubOptions;
}

/** One post of a chain, with a text and media of its own. */
export interface RequestedThreadPost {
  /** Text of this post. It has the limits of the platform, as every post. */
  content: string;
  /** Media of this post, 0 to 10 items in display order. */
  mediaItems?: RequestedMediaItem[];
}

/** Options of a target on `threads`. */
export interface RequestedThreadsOptions {
  /** Topic of the post, 1 to 50 characters without `.` and `&`. Without it the first `#tag` of the text is the topic. */
  topicTag?: string;
  /** Whether images and videos are blurred until the reader taps them. No effect without media. */
  spoilerMedia?: boolean;
  /** Whether Threads archives the post after 24 hours. Such a post is a text and nothing else. */
  ghost?: boolean;
  /** Id of a GIF of GIPHY, 1 to 64 characters, in a post without media. */
  gifId?: string;
  /** Address of the page on the card, in a post without media. Without it the first link of the text is on the card. */
  linkAttachment?: string;
  /** A long text that readers open below a post without media. The post itself still needs its own text. */
  textAttachment?: RequestedThreadsTextAttachment;
  /** Exact parts of the text, at most 10, which are hidden until the reader taps them, wherever they occur. */
  spoilers?: string[];
  /** Codes (ISO 3166-1 alpha-2) of the only countries in which the post is shown. Threads offers this to some accounts only; a post of another account fails and is not published. */
  allowedCountries?: string[];
  /** Whether replies are hidden until the author approves them in Threads. */
  replyApprovals?: boolean;
}

/** A part of an attached text that is shown in another style. */
export interface RequestedThreadsStyledPart {
  /** An exact part of the text. It is styled wherever it occurs; a longer part names one place. */
  part: string;
  /** Styles of the part, 1 to 5. */
  styles: ('bold' | 'italic' | 'highlight' | 'underline' | 'strikethrough')[];
}

/** A long text that readers open below the post. */
export interface RequestedThreadsTextAttachment {
  /** The text, 1 to 10,000 characters. */
  content: string;
  /** Address of a page on a card below it. */
  link?: string;
  /** At most 100 parts in another style. No two overlap. */
  styled?: RequestedThreadsStyledPart[];
}

/** Options of a target on a hub with WordPress. */
export interface RequestedWordPressOptions {
  /** Title, 1 to 255 characters; by default the first line of the text. */
  title?: string;
  /** Summary in lists and feeds, 1 to 1,000 characters. */
  excerpt?: string;
  /** Slugs of 1 to 10 categories beside that of the space. */
  categories?: string[];
  /** Names of 1 to 20 tags; missing ones are made. */
  tags?: string[];
  /** Position in `mediaItems`, from 0, of the image that the theme shows with the title, not in the text. */
  featuredImage?: number;
  /** `publish` (default), or `pending`: the post waits for review, and `url` is null. */
  status?: 'publish' | 'pending';
  /** Last part of the address, 1 to 200 of a-z, 0-9 and -. One in use gets a number. */
  slug?: string;
}

/** Options of a target on `x`. */
export interface RequestedXOptions {
  /** Id of the community that the post goes to, 1 to 19 digits, as in its address `x.com/i/communities/…`. The account must be a member. */
  communityId?: string;
  /** Whether followers see a post to a community too. No effect without `communityId`. */
  shareWithFollowers?: boolean;
  /** Whether X labels the post as a paid partnership. */
  paidPartnership?: boolean;
  /** Warnings that X shows before the media of the post, 1 to 3: `adult_content`, `graphic_violence`, `other`. No effect without media. */
  sensitiveMedia?: ('adult_content' | 'graphic_violence' | 'other')[];
  /** Ids of 1 to 10 accounts that are tagged in the media, each of 1 to 19 digits. A post without media has none. */
  taggedUserIds?: string[];
}

/** How long the previous secret signs as well. */
export interface RotateSecretRequest {
  /** Seconds for which the previous secret signs as well, 0 to 86,400 (default). 0 ends old secrets at once. */
  overlapSeconds?: number;
}

/** One broken content rule of one target. */
export interface RuleViolation {
  /** Where in the request, such as `platforms[1].mediaItems[2]`. */
  path: string;
  /** Platform whose rule is broken. */
  platform: Platform;
  /** Account of the target. */
  accountId: string;
  /** Stable name of the rule, such as `instagram.carousel.max_items`. */
  rule: string;
  /** What is wrong and how to fix it, in one sentence. */
  message: string;
  /** The number the rule allows, in the unit of the rule. */
  limit?: number;
  /** The number the request has, in the same unit. */
  actual?: number;
}

/** A section of a hub that you can publish to. */
export interface Space {
  /** Unique inside the account; what `spaceSlug` takes. */
  slug: string;
  /** The hub’s own id. */
  id: string;
  /** Display name. */
  name: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Public page of the space; null when there is none. */
  url: string | null;
  /** Whether a target without `spaceSlug` publishes here. */
  isDefault: boolean;
  /** Whether the account may publish here; null when the hub does not say. */
  canPost: boolean | null;
}

/** One page of a hub account’s spaces. */
export interface SpaceList {
  /** Spaces that match, by name. */
  spaces: Space[];
  /** Spaces that match on all pages. */
  total: number;
  /** Spaces per page. */
  limit: number;
  /** Spaces skipped. */
  offset: number;
}

/** The result of a post on one account. */
export type Target = PendingTarget | PublishedTarget | FailedTarget;

/** Why a target, comment or repost failed. After any code except `outcome_unknown` nothing is live on the network. */
export type TargetErrorCode = 'account_not_active' | 'media_processing_timeout' | 'outcome_unknown' | 'worker_lost' | 'cancelled' | 'rate_limited' | 'duplicate_content' | 'content_rejected' | 'media_rejected' | 'media_unreachable' | 'media_processing_failed' | 'permission_missing' | 'credential_rejected' | 'account_restricted' | 'account_deleted' | 'network_credits_exhausted' | 'network_unavailable' | 'space_not_found' | 'schedule_missed' | 'internal_error';

/** Why a target failed; texts are redacted and at most 500 characters each. */
export interface TargetErrorDetail {
  /** The code before the colon of `error`. */
  code: TargetErrorCode;
  /** The message after the colon of `error`, at most 500 characters. */
  message: string;
  /** Whether sending the target again with a new key can succeed without changing anything. */
  retryable: boolean;
  /** The network’s own error code, at most 500 characters; null when it gave none. */
  networkCode: string | null;
  /** The network’s own message, redacted, at most 500 characters; null when it gave none. */
  networkMessage: string | null;
  /** Zero-based index of the media item that caused the failure; null when none did. */
  mediaIndex: number | null;
  /** What to do next, at most 500 characters; null when nothing helps. */
  remedy: string | null;
}

/** What it happened to. */
export interface TargetFailedEventData {
  /** The post of the target. */
  post: PostInEvent;
  /** The target. */
  target: TargetInEvent;
}

/** Publishing to one account failed. With `outcome_unknown` in `errorDetail.code` the post may be live all the same. */
export interface TargetFailedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `target.failed`. */
  type: 'target.failed';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: TargetFailedEventData;
}

/** The result of a post on one account, without its text and media. */
export interface TargetInEvent {
  /** Id of the target. */
  id: string;
  /** Id of the account. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** Your grouping key of the account; absent when you gave none. */
  profileId?: string;
  /** State of the target, which is final. */
  status: TargetStatus;
  /** The network’s id of the post; null until the post is live, and where the network accepted it without giving one. A `pending` target that waits for its first comment already has it: the post is live and billed. */
  platformPostId: string | null;
  /** Public address of the post; null until the post is live, and where the network gives none. */
  url: string | null;
  /** When the network accepted the post; null until it has. */
  publishedAt: string | null;
  /** Why the target failed, as `code: message`; null otherwise. */
  error: string | null;
  /** Why the target failed, for programs; null unless it did. */
  errorDetail: TargetErrorDetail | null;
  /** State of the first comment. It is final when `status` is final, and has no influence on whether that is `published` or `failed`. */
  commentStatus: CommentStatus;
  /** The network’s own id of the first comment; null unless it was posted. */
  commentId: string | null;
  /** Why the first comment failed, as `code: message`; null otherwise. */
  commentError: string | null;
  /** When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null otherwise. `status` stays `published`. */
  unpublishedAt: string | null;
}

/** What TargetMetrics adds to Target. */
export interface TargetCounts {
  /** The counts; null when `status` is not `published` or the network could not be read. */
  metrics: Metrics | null;
  /** Why the counts could not be read, as `code: message`, with advice where it helps, such as to connect the account again to grant a missing permission; null otherwise. */
  metricsError: string | null;
}

/** A target and its engagement counts. */
export type TargetMetrics = Target & TargetCounts;

/** What it happened to. */
export interface TargetPublishedEventData {
  /** The post of the target. */
  post: PostInEvent;
  /** The target. */
  target: TargetInEvent;
}

/** One account of a post has it, and its first comment is done. */
export interface TargetPublishedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `target.published`. */
  type: 'target.published';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: TargetPublishedEventData;
}

/** The outcome of reposting one target from the account that published it. */
export interface TargetRepost {
  /** Target that was reposted. */
  targetId: string;
  /** Account that reposts. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** Outcome for this account. */
  status: RepostStatus;
  /** The network’s id of the repost; null where it gives none, for example when the account had reposted the post by hand. */
  platformRepostId: string | null;
  /** Why it failed, as `code: message`, with advice where it helps; null otherwise. */
  error: string | null;
  /** When the network first accepted the repost; null otherwise. */
  repostedAt: string | null;
}

/** One account to publish to. */
export interface TargetRequest {
  /** Platform of the account; any other answers `platform_mismatch`. */
  platform: Platform;
  /** Account of the project to publish to. */
  accountId: string;
  /** Comment that the author adds right after publishing, on `instagram`, `threads` and `linkedin`, where it is more than white space. On other platforms `commentStatus` is `unsupported`. */
  firstComment?: string;
  /** Whether the network shall label the post as AI-generated; supported on `instagram` and `x`, true is refused elsewhere. */
  aiGenerated?: boolean;
  /** Text of this target instead of the post’s, at most 10,000 characters. */
  content?: string;
  /** Media of this target instead of the post’s, 0 to 10 items in display order. */
  mediaItems?: readonly MediaItem[];
  /** Space of a hub account instead of its default, 1 to 255 characters; no effect on other platforms. */
  spaceSlug?: string;
  /** How `linkedin` shows the first link in the text. `auto` (default) reads its page and adds a card to a post without media, because LinkedIn makes no cards itself; `none` leaves a bare link. */
  link?: 'auto' | 'none';
  /** A poll, on `threads`, `x` and `linkedin`. It excludes media. */
  poll?: Poll;
  /** Who may reply: `everyone` (default), profiles that the author is `following`, those `mentioned` in the text; `followers` on `threads` only, `subscribers` and `verified` accounts on `x` only. */
  replyControl?: 'everyone' | 'following' | 'mentioned' | 'followers' | 'subscribers' | 'verified';
  /** Subtitles of the video, on `x` and `linkedin`: 1 to 20 files, each of another language; one file on `linkedin`. No effect without a video. */
  captions?: readonly CaptionFile[];
  /** The network’s id of a place that the post names, on `instagram`. No look-up of places is offered by its API for this kind of sign-in. */
  locationId?: string;
  /** The network’s id (`platformPostId`) of a post that this one quotes or reshares, own or of others: on `threads` a number, on `linkedin` `urn:li:share:…` or `urn:li:ugcPost:…`. An address is no id. */
  quotePostId?: string;
  /** A chain of 2 to 25 posts on `x` and `threads`, each an answer to the one before. The first stands in the place of the target’s `content` and `mediaItems`. Each post of the chain is a write of its own with its own units and result, in `thread` of the target; the target is `published` when the first is live. */
  thread?: readonly ThreadPost[];
  /** Up to 5 more comments of the author, each with another text, on `instagram`, `threads` and `linkedin`, each at once or up to 7 days after the post. Each is a write of one unit with its own result, in `firstComments` of the target, and has no influence on its status. */
  firstComments?: readonly FollowUpComment[];
  /** Options that only `instagram` has. */
  instagram?: InstagramOptions;
  /** Options that only `threads` has. */
  threads?: ThreadsOptions;
  /** Options that only `x` has. */
  x?: XOptions;
  /** Options that only `linkedin` has. */
  linkedin?: LinkedInOptions;
  /** Options that only a hub with WordPress has. */
  wordpress?: WordPressOptions;
  /** Options that only a hub with Micropub has. */
  micropub?: MicropubOptions;
}

/** State of a target. `published` and `failed` are final; a target reaches one of them when its post and its first comment are both done. */
export type TargetStatus = 'pending' | 'published' | 'failed';

/** The outcome of removing one target from its network. */
export interface TargetUnpublish {
  /** Target that was to be removed. */
  targetId: string;
  /** Account that published it. */
  accountId: string;
  /** Platform of the account. */
  platform: Platform;
  /** Outcome for this target. */
  status: UnpublishStatus;
  /** Why it was not removed: `code: message` where it failed, otherwise a sentence; null where it was removed. The post is still live, except perhaps after `outcome_unknown`. */
  error: string | null;
  /** When the post was removed from the network; null otherwise. */
  unpublishedAt: string | null;
}

/** What it happened to. */
export interface TargetUnpublishedEventData {
  /** The post of the target. */
  post: PostInEvent;
  /** The target. */
  target: TargetInEvent;
}

/** The post of a target was removed from its network at your request. */
export interface TargetUnpublishedEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `target.unpublished`. */
  type: 'target.unpublished';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: TargetUnpublishedEventData;
}

/** Something that was requested, or is usual on the network, and that is missing from the post or was sent another way. */
export interface TargetWarning {
  /** What is missing from the post, or was sent another way. */
  code: TargetWarningCode;
  /** The same in words, at most 500 characters. It may change; branch on `code`. */
  message: string;
}

/** What is missing from a post, or was sent another way. Be ready for new codes. */
export type TargetWarningCode = 'alt_text_refused' | 'captions_refused' | 'link_card_missing' | 'media_copy_sent';

/** One post of a chain, with a text and media of its own. */
export interface ThreadPost {
  /** Text of this post. It has the limits of the platform, as every post. */
  content: string;
  /** Media of this post, 0 to 10 items in display order. */
  mediaItems?: MediaItem[] | null;
}

/** The result of one post of a chain. */
export interface ThreadResult {
  /** State of this post. */
  status: FollowUpStatus;
  /** The network’s id of this post; null until it is live. */
  platformPostId: string | null;
  /** Public address of this post; null until it is live, and where the network gives none. */
  url: string | null;
  /** Why this post failed, as `code: message`; null unless it did. */
  error: string | null;
}

/** Options of a target on `threads`. */
export interface ThreadsOptions {
  /** Topic of the post, 1 to 50 characters without `.` and `&`. Without it the first `#tag` of the text is the topic. */
  topicTag?: string | null;
  /** Whether images and videos are blurred until the reader taps them. No effect without media. */
  spoilerMedia?: boolean | null;
  /** Whether Threads archives the post after 24 hours. Such a post is a text and nothing else. */
  ghost?: boolean | null;
  /** Id of a GIF of GIPHY, 1 to 64 characters, in a post without media. */
  gifId?: string | null;
  /** Address of the page on the card, in a post without media. Without it the first link of the text is on the card. */
  linkAttachment?: string | null;
  /** A long text that readers open below a post without media. The post itself still needs its own text. */
  textAttachment?: ThreadsTextAttachment | null;
  /** Exact parts of the text, at most 10, which are hidden until the reader taps them, wherever they occur. */
  spoilers?: string[] | null;
  /** Codes (ISO 3166-1 alpha-2) of the only countries in which the post is shown. Threads offers this to some accounts only; a post of another account fails and is not published. */
  allowedCountries?: string[] | null;
  /** Whether replies are hidden until the author approves them in Threads. */
  replyApprovals?: boolean | null;
}

/** A part of an attached text that is shown in another style. */
export interface ThreadsStyledPart {
  /** An exact part of the text. It is styled wherever it occurs; a longer part names one place. */
  part: string;
  /** Styles of the part, 1 to 5. */
  styles: ('bold' | 'italic' | 'highlight' | 'underline' | 'strikethrough')[];
}

/** A long text that readers open below the post. */
export interface ThreadsTextAttachment {
  /** The text, 1 to 10,000 characters. */
  content: string;
  /** Address of a page on a card below it. */
  link?: string | null;
  /** At most 100 parts in another style. No two overlap. */
  styled?: ThreadsStyledPart[] | null;
}

/** Which targets of a post to remove from their networks. */
export interface UnpublishPostRequest {
  /** Targets of the post to remove, 1 to 10; without it every target. Null is refused. */
  targetIds?: readonly string[];
}

/** Outcome of removing a target from its network; `unsupported` where the platform has no such call, `not_published` where there is nothing to remove. */
export type UnpublishStatus = 'unpublished' | 'failed' | 'unsupported' | 'not_published';

/** A change of a draft. Fields that are left out stay as they are. */
export interface UpdateDraftRequest {
  /** `version` of the draft that you read. When it has another one by now, nothing is changed. */
  version: number;
  /** Another request in place of the whole one. */
  request?: DraftRequest;
  /** What you want to say to whoever reads the draft, at most 1,000 characters; an empty text is none. */
  note?: string;
}

/** What to change. A field that is absent stays as it is; an empty list or text removes the filter or note. */
export interface UpdateWebhookRequest {
  /** Public https address without user info and fragment, at most 2,048 characters. It is called without redirects. */
  url?: string;
  /** Types to receive, at most 40; empty for every type. */
  events?: readonly EventType[];
  /** Only events of these platforms, at most 40; empty for every platform. */
  platforms?: readonly Platform[];
  /** Only events of accounts with this grouping key; empty for every account. */
  profileId?: string;
  /** Your note, at most 500 characters; empty removes it. */
  description?: string;
  /** False disables it: what it would have received is `missed`. True enables it again. */
  enabled?: boolean;
}

/** Usage of the current period; all counts are units (network writes). */
export interface Usage {
  /** Name of the plan, such as `free`, `pro`, `scale` or `self_hosted`. */
  plan: string;
  /** When the period began. */
  periodStart: string;
  /** When the period ends and the next begins. */
  periodEnd: string;
  /** Units the plan includes in the period; null without a limit. */
  included: number | null;
  /** Units billed in the period. */
  used: number;
  /** Units held for posts of this period that are scheduled or being published. */
  reserved: number;
  /** Included units minus used and reserved ones, never below 0; null without a limit. */
  remaining: number | null;
  /** Whether you can use more than the included units, which are then counted too; false when further requests answer `quota_exceeded`. */
  overage: boolean;
}

/** The create request; it needs no idempotency key. */
export interface ValidatePostRequest {
  /** Text of the post, at most 10,000 characters; each platform has a shorter limit. Empty by default. */
  content?: string;
  /** Images and videos in display order, 0 to 10; empty by default. */
  mediaItems?: readonly MediaItem[];
  /** Accounts to publish to, 1 to 10. */
  platforms: readonly TargetRequest[];
  /** When to publish, ISO 8601 with an explicit offset and in the future (60 seconds of tolerance). Without it the post is published immediately; null is refused. */
  publishAt?: string | Date;
  /** Whether a hosted file that a platform does not take is sent to it in a form that it takes: an image as a JPEG, a video with its index first. An entry in `warnings` says so. True by default; with false the post is refused. */
  convert?: boolean;
  /** Accepted, so that you can send the create request unchanged. It has no effect, because nothing is recorded. */
  idempotencyKey?: string;
  /** Whether to read what your own files are, from their public addresses, as networks do: their first bytes, and parts that tell size and duration. Rules of files are checked then as for hosted files, which are always checked. At most 15 seconds. */
  probe?: boolean;
}

/** A field that was accepted and has no effect, a file that is sent in another form, or a link that makes a post cost more. */
export interface Warning {
  /** Where in the request, such as `platforms[0].spaceSlug`. */
  path: string;
  /** Why it has no effect, how the file is sent, or what the link costs, in a sentence or two. */
  message: string;
}

/** An address that receives events; its secret is returned once, when it is made. */
export interface Webhook {
  /** Id of the webhook. */
  id: string;
  /** Address that receives the events. */
  url: string;
  /** Your note; empty when there is none. */
  description: string;
  /** Types it receives; empty for every type. */
  events: EventType[];
  /** Platforms whose events it receives; empty for every platform. Events of the whole project, such as `quota.warning`, fit every platform. */
  platforms: Platform[];
  /** Grouping key of the accounts whose events it receives; absent for every account. With one it gets no events of the whole project. */
  profileId?: string;
  /** Whether it receives events. */
  enabled: boolean;
  /** Why it is disabled; null while it is enabled. */
  disabledReason: WebhookDisabledReason | null;
  /** When it was disabled; null while it is enabled. */
  disabledAt: string | null;
  /** When the failed attempts began that no success has ended; null when the last attempt succeeded. */
  failingSince: string | null;
  /** Until when nothing is sent to it, because it answered 429 or 503 with `Retry-After`; null while it is not paused. */
  pausedUntil: string | null;
  /** Until when the previous secret signs as well; null when only one secret does. */
  previousSecretExpiresAt: string | null;
  /** When it was created. */
  createdAt: string;
}

/** One webhook. */
export interface WebhookAnswer {
  /** The webhook. */
  webhook: Webhook;
}

/** One attempt to deliver an event. */
export interface WebhookAttempt {
  /** Number of the attempt, from 1. */
  number: number;
  /** When the attempt began. */
  at: string;
  /** How long it took, in milliseconds. */
  durationMs: number;
  /** HTTP status of the answer; null without one. */
  status: number | null;
  /** Why it failed, as `code: message`; null when it was delivered. Codes: `not_2xx`, `redirected`, `timed_out`, `address_not_allowed`, `host_not_found`, `certificate_invalid`, `connection_failed`. Codes may be added. */
  error: string | null;
  /** The first 1,024 bytes of the answer’s body as text; null without an answer, and for hosts in the operator’s own network. */
  response: string | null;
}

/** The new webhook and its secret. */
export interface WebhookCreated {
  /** The webhook. */
  webhook: Webhook;
  /** Secret that signs the events: `whsec_` and 32 bytes in base64. It is returned only here; store it now. */
  secret: string;
}

/** The webhook and its deliveries no longer exist. */
export interface WebhookDeleted {
  /** Always true. */
  deleted: true;
}

/** One event on its way to one webhook. */
export interface WebhookDelivery {
  /** Id of the delivery. */
  id: string;
  /** Id of the event. */
  eventId: string;
  /** Type of the event. */
  eventType: EventType;
  /** State of the delivery. */
  status: DeliveryStatus;
  /** When the delivery was recorded. */
  createdAt: string;
  /** When the next attempt is due; null unless it is `pending`. */
  nextAttemptAt: string | null;
  /** Every attempt so far, in order. */
  attempts: WebhookAttempt[];
}

/** One page of deliveries, newest first. */
export interface WebhookDeliveryList {
  /** Deliveries that match, newest first. */
  deliveries: WebhookDelivery[];
  /** Whether there is a further page. */
  hasMore: boolean;
  /** `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** What it happened to. */
export interface WebhookDisabledEventData {
  /** The webhook, without its address: that may hold a secret. */
  webhook: EventWebhook;
}

/** A webhook was disabled because of its answers: by failures, by a 410, or because it asked for it. */
export interface WebhookDisabledEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `webhook.disabled`. */
  type: 'webhook.disabled';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: WebhookDisabledEventData;
}

/** Why a webhook is disabled: `by_caller` (`enabled` false), `by_receiver` (its answer had the header `webhook-delivery: disable`), `gone` (it answered 410) or `failing` (5 days of nothing but failed attempts, at least 10). */
export type WebhookDisabledReason = 'by_caller' | 'by_receiver' | 'gone' | 'failing';

/** Something that happened. Its `type` decides the shape of `data`; types may be added. */
export type WebhookEvent = PostScheduledEvent | PostPublishedEvent | PostPartiallyPublishedEvent | PostFailedEvent | PostCancelledEvent | TargetPublishedEvent | TargetFailedEvent | TargetUnpublishedEvent | CommentPublishedEvent | CommentFailedEvent | FollowUpPublishedEvent | FollowUpFailedEvent | MediaReadyEvent | MediaFailedEvent | RepostPublishedEvent | RepostFailedEvent | AccountConnectedEvent | AccountExpiringEvent | AccountExpiredEvent | AccountRevokedEvent | AccountRemovedEvent | QuotaWarningEvent | QuotaExceededEvent | NetworkVersionEndedEvent | WebhookFailingEvent | WebhookDisabledEvent | WebhookTestEvent;

/** What it happened to. */
export interface WebhookFailingEventData {
  /** The webhook, without its address: that may hold a secret. */
  webhook: EventWebhook;
}

/** Every attempt to deliver to a webhook has failed for an hour, at least 4 of them; once until an attempt succeeds. */
export interface WebhookFailingEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `webhook.failing`. */
  type: 'webhook.failing';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: WebhookFailingEventData;
}

/** The webhooks of the project, oldest first. */
export interface WebhookList {
  /** Every webhook, oldest first; at most 20. */
  webhooks: Webhook[];
}

/** How many deliveries are sent again. */
export interface WebhookReplayed {
  /** Deliveries that are `pending` again; one that was already is not counted. */
  replayed: number;
}

/** The new secret. Until `previousSecretExpiresAt` each delivery has a signature by either secret. */
export interface WebhookSecretRotated {
  /** The webhook. */
  webhook: Webhook;
  /** Secret that signs the events: `whsec_` and 32 bytes in base64. It is returned only here; store it now. */
  secret: string;
  /** Until when the previous secret signs as well; null when it ended at once. */
  previousSecretExpiresAt: string | null;
}

/** The webhook that is tested. */
export interface WebhookTestEventDataWebhook {
  /** Id of the webhook. */
  id: string;
}

/** What it happened to. */
export interface WebhookTestEventData {
  /** The webhook that is tested. */
  webhook: WebhookTestEventDataWebhook;
}

/** You asked for a test of a webhook. It is sent to that webhook only and never stored. */
export interface WebhookTestEvent {
  /** Id of the event, the same on every delivery; also the `webhook-id` header. */
  id: string;
  /** Always `webhook.test`. */
  type: 'webhook.test';
  /** When it happened, not when it was sent. */
  timestamp: string;
  /** What it happened to. */
  data: WebhookTestEventData;
}

/** What the webhook answered to a `webhook.test` event. */
export interface WebhookTested {
  /** Whether it answered 2xx in time. */
  delivered: boolean;
  /** How long it took, in milliseconds. */
  durationMs: number;
  /** HTTP status of the answer; null without one. */
  status: number | null;
  /** Why it failed, as `code: message`; null when it was delivered. Codes: `not_2xx`, `redirected`, `timed_out`, `address_not_allowed`, `host_not_found`, `certificate_invalid`, `connection_failed`. Codes may be added. */
  error: string | null;
  /** The first 1,024 bytes of the answer’s body as text; null without an answer, and for hosts in the operator’s own network. */
  response: string | null;
}

/** The changed webhook. */
export interface WebhookUpdated {
  /** The webhook. */
  webhook: Webhook;
  /** Deliveries it missed while it was disabled. A replay with `status` `missed` sends them. */
  missed: number;
}

/** Options of a target on a hub with WordPress. */
export interface WordPressOptions {
  /** Title, 1 to 255 characters; by default the first line of the text. */
  title?: string | null;
  /** Summary in lists and feeds, 1 to 1,000 characters. */
  excerpt?: string | null;
  /** Slugs of 1 to 10 categories beside that of the space. */
  categories?: string[] | null;
  /** Names of 1 to 20 tags; missing ones are made. */
  tags?: string[] | null;
  /** Position in `mediaItems`, from 0, of the image that the theme shows with the title, not in the text. */
  featuredImage?: number | null;
  /** `publish` (default), or `pending`: the post waits for review, and `url` is null. */
  status?: 'publish' | 'pending' | null;
  /** Last part of the address, 1 to 200 of a-z, 0-9 and -. One in use gets a number. */
  slug?: string | null;
}

/** Options of a target on `x`. */
export interface XOptions {
  /** Id of the community that the post goes to, 1 to 19 digits, as in its address `x.com/i/communities/…`. The account must be a member. */
  communityId?: string | null;
  /** Whether followers see a post to a community too. No effect without `communityId`. */
  shareWithFollowers?: boolean | null;
  /** Whether X labels the post as a paid partnership. */
  paidPartnership?: boolean | null;
  /** Warnings that X shows before the media of the post, 1 to 3: `adult_content`, `graphic_violence`, `other`. No effect without media. */
  sensitiveMedia?: ('adult_content' | 'graphic_violence' | 'other')[] | null;
  /** Ids of 1 to 10 accounts that are tagged in the media, each of 1 to 19 digits. A post without media has none. */
  taggedUserIds?: string[] | null;
}

/** Filters of “List accounts”. */
export interface ListAccountsParams {
  /** Only accounts with this grouping key. */
  profileId?: string;
  /** Only accounts of this platform. */
  platform?: Platform;
  /** Only accounts with this status; `revoked` shows them without `includeRevoked`. */
  status?: AccountStatus;
  /** Whether revoked accounts are included, `true` or `false` (default). */
  includeRevoked?: boolean;
}

/** Filters of “List the spaces of a hub account”. */
export interface ListSpacesParams {
  /** Part of a name or slug, in any case, at most 100 characters. */
  q?: string;
  /** Spaces per page, 1 to 100; 25 by default. */
  limit?: number;
  /** Spaces to skip, 0 by default. */
  offset?: number;
}

/** Filters of “Find whom a post can mention”. */
export interface FindMentionsParams {
  /** The name of an organization in its address, such as `harbour-coffee`, or the whole address; with an account of a page also the beginning of a follower’s first or last name, at least 3 letters. 1 to 200 characters. */
  q: string;
}

/** Filters of “List posts”. */
export interface ListPostsParams {
  /** Posts per page, 1 to 100; 25 by default. */
  limit?: number;
  /** Posts to skip, 0 by default; not together with `cursor`. */
  offset?: number;
  /** `nextCursor` of the previous page; not together with `offset`. Deep pages are as fast as the first. */
  cursor?: string;
  /** Only posts in this state. */
  status?: PostStatus;
  /** Only posts with a target on this platform. */
  platform?: Platform;
  /** Only posts with a target on this account. */
  accountId?: string;
  /** Only posts with a target on an account with this grouping key. */
  profileId?: string;
  /** Only posts recorded after this moment, a `Date` or ISO 8601 with an explicit offset. */
  createdAfter?: string | Date;
  /** Only posts recorded before this moment, a `Date` or ISO 8601 with an explicit offset. */
  createdBefore?: string | Date;
  /** Only scheduled posts due after this moment, a `Date` or ISO 8601 with an explicit offset; posts without `publishAt` are missing. */
  publishAfter?: string | Date;
  /** Only scheduled posts due before this moment, a `Date` or ISO 8601 with an explicit offset; posts without `publishAt` are missing. */
  publishBefore?: string | Date;
  /** `createdAt` (default): newest first. `publishAt`: only posts that have one, earliest first, as in a calendar. A cursor is valid only with the order of its page. */
  order?: PostOrder;
}

/** Filters of “List drafts”. */
export interface ListDraftsParams {
  /** Drafts per page, 1 to 100; 25 by default. */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
  /** Only drafts that are published, with true, or that are not, with false. */
  published?: boolean;
}

/** Filters of “List files”. */
export interface ListMediaParams {
  /** Only files in this state. */
  status?: MediaFileStatus;
  /** Files per page, 1 to 100; 25 by default. */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
}

/** Filters of “List the deliveries of a webhook”. */
export interface ListWebhookDeliveriesParams {
  /** Only deliveries in this state. */
  status?: DeliveryStatus;
  /** Deliveries per page, 1 to 100; 25 by default. */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
}

/** Filters of “List events”. */
export interface ListEventsParams {
  /** Where to go on: `nextCursor` of an earlier page, or the id of an event that is kept. Without it from the oldest event that is kept. */
  after?: string;
  /** Events per page, 1 to 100; 25 by default. */
  limit?: number;
  /** Only events of this type. */
  type?: EventType;
}

/** Reason that connecting an account failed: the `reason` of the redirect. */
export type ConnectFailureReason = 'access_denied' | 'exchange_failed' | 'permissions_missing' | 'account_not_eligible' | 'account_limit_reached' | 'network_unavailable';
