import type {
  AccountStatus,
  CommentStatus,
  KeyScope,
  MediaItem,
  OAuthPlatform,
  Platform,
  TargetErrorDetail,
  TargetStatus,
  TargetWarning,
} from '@fanfare/contract';
import type { Draft, PlanName, TargetCost } from '@fanfare/rules';
import type { Declinable } from './accounts/permissions.ts';
import type { StoredDraft } from './drafts/draft-world.ts';
import type { StoredEvent } from './events/event-world.ts';
import type { AccountHub, ConnectCode, StoredHub } from './hubs/hub-world.ts';
import type { StoredMedia } from './media/media-world.ts';
import type { WaitingFollowUp } from './posts/follow-ups.ts';
import type { StoredDelivery, StoredWebhook } from './webhooks/webhook-world.ts';

export type Project = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** A `data:` address. */
  readonly logoUrl: string | null;
  plan: PlanName;
  /** Units by the start of their month. */
  readonly counters: Map<number, { used: number; reserved: number }>;
  /** The position of its latest event. */
  eventPosition: number;
};

export type ApiKey = {
  readonly id: string;
  readonly projectId: string;
  readonly scope: KeyScope;
  isRevoked: boolean;
};

export type StoredAccount = {
  readonly id: string;
  readonly projectId: string;
  readonly platform: Platform;
  profileId: string | null;
  readonly platformUserId: string;
  username: string;
  /** The paid plan at the network; null for none. */
  readonly subscription: string | null;
  status: AccountStatus;
  statusReason: string | null;
  connectedAtMs: number;
  /** The permissions that the last consent declined. */
  declined: ReadonlySet<Declinable>;
  /** That consent, shared by a LinkedIn member and their pages. Null once revoked. */
  grant: symbol | null;
  /** On hub accounts only. */
  hub: AccountHub | null;
};

export type StoredTarget = {
  readonly id: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly draft: Draft;
  readonly cost: TargetCost;
  readonly followUps: readonly WaitingFollowUp[];
  /** The status of the post alone; callers see `statusOf`, which waits for the first comment. */
  status: TargetStatus;
  isStarted: boolean;
  platformPostId: string | null;
  url: string | null;
  errorDetail: TargetErrorDetail | null;
  publishedAtMs: number | null;
  commentStatus: CommentStatus;
  commentId: string | null;
  commentError: string | null;
  unpublishedAtMs: number | null;
  unpublishError: string | null;
  warnings: readonly TargetWarning[];
};

export type StoredPost = {
  readonly id: string;
  readonly projectId: string;
  readonly position: number;
  /** Empty for a seed without one. */
  readonly idempotencyKey: string;
  /** The request without its key, as canonical JSON; shows when a key comes with another body. */
  readonly request: string;
  content: string;
  media: readonly MediaItem[];
  readonly createdAtMs: number;
  readonly publishAtMs: number | null;
  cancelledAtMs: number | null;
  /** Time at which its last target settled; absent before that, and for a seed. */
  settledAtMs?: number;
  /** A removal took a published target. */
  hadPublished?: true;
  targets: readonly StoredTarget[];
};

export type StoredRepost = { readonly platformRepostId: string; readonly repostedAtMs: number };

/** A repost that its network is still asked for. */
export type RepostUnderWay = {
  readonly project: Project;
  readonly startedAtMs: number;
  /** Reason that it failed; null for one that was made. */
  readonly ended: Promise<string | null>;
};

export type ConnectAttempt = {
  /** Stands in the form of its page; null until that was opened. */
  formToken: string | null;
  readonly token: string;
  /** The state of the return for which the button was pressed last; null until it is. */
  state: string | null;
  readonly projectId: string;
  readonly platform: OAuthPlatform;
  readonly profileId: string | null;
  readonly redirectUrl: string | null;
  readonly expiresAtMs: number;
  isUsed: boolean;
};

/** Everything a mock remembers. */
export type World = {
  readonly projects: Map<string, Project>;
  readonly keys: Map<string, ApiKey>;
  /** In the order they were connected first. */
  readonly accounts: Map<string, StoredAccount>;
  readonly posts: Map<string, StoredPost>;
  /** By project and idempotency key. */
  readonly postsByKey: Map<string, StoredPost>;
  /** Oldest first. */
  readonly drafts: Map<string, StoredDraft>;
  /** Hosted files, oldest first. */
  readonly media: Map<string, StoredMedia>;
  /** By account and the network's id of the post. */
  readonly reposts: Map<string, StoredRepost>;
  /** The same of those that are under way, a unit held for each. */
  readonly repostsUnderWay: Map<string, RepostUnderWay>;
  readonly attempts: Map<string, ConnectAttempt>;
  /** By address. */
  readonly hubs: Map<string, StoredHub>;
  /** By the code without dashes. */
  readonly connectCodes: Map<string, ConnectCode>;
  /** Address of the hub and key. */
  readonly deletedHubKeys: Set<string>;
  /** Theoretical arrival time of the next request, by key and limit. */
  readonly rateLimits: Map<string, number>;
  /** In the order they happened. */
  readonly events: Map<string, StoredEvent>;
  /** Project and name of what happens once. */
  readonly eventNames: Set<string>;
  /** Open streams. */
  readonly eventStreams: Set<EventStream>;
  /** In the order they were created. */
  readonly webhooks: Map<string, StoredWebhook>;
  readonly deliveries: Map<string, StoredDelivery>;
};

/** A reader of `GET /events/stream`. */
export type EventStream = {
  readonly keyId: string;
  readonly read: (event: StoredEvent) => void;
  readonly end: () => void;
};

export function emptyWorld(): World {
  return {
    projects: new Map(),
    keys: new Map(),
    accounts: new Map(),
    posts: new Map(),
    postsByKey: new Map(),
    drafts: new Map(),
    media: new Map(),
    reposts: new Map(),
    repostsUnderWay: new Map(),
    attempts: new Map(),
    hubs: new Map(),
    connectCodes: new Map(),
    deletedHubKeys: new Set(),
    rateLimits: new Map(),
    events: new Map(),
    eventNames: new Set(),
    eventStreams: new Set(),
    webhooks: new Map(),
    deliveries: new Map(),
  };
}

/** The accounts of a project that a request names, by id. */
export const accountsOf = (
  { accounts }: Pick<World, 'accounts'>,
  project: Project,
  ids: readonly string[],
): ReadonlyMap<string, StoredAccount> =>
  new Map(
    ids.flatMap((id) => {
      const account = accounts.get(id);
      return account?.projectId === project.id ? [[id, account] as const] : [];
    }),
  );

/** A project's counter of one month, made when it is first asked for. */
export function counterOf(project: Project, periodStart: Date): { used: number; reserved: number } {
  const start = periodStart.getTime();
  const counter = project.counters.get(start) ?? { used: 0, reserved: 0 };
  project.counters.set(start, counter);
  return counter;
}
