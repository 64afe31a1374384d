import type {
  Account,
  AccountStatus,
  HubType,
  KeyScope,
  MediaItem,
  Platform,
  Post,
  StoredEventType,
  TargetErrorCode,
  Webhook,
} from '@fanfare/contract';
import type { PlanName } from '@fanfare/rules';
import type { Declinable } from './accounts/permissions.ts';
import type { SeedHub } from './hubs/seed-hub.ts';

/** A project to add. */
export type SeedProject = {
  /** Name that the connect pages show; default `Demo`. */
  readonly name?: string;
  /** Logo that the connect pages show, a `data:image/…` address; default: none. */
  readonly logoUrl?: string;
  /** Default: `self_hosted`, which has no limits. */
  readonly plan?: PlanName;
  /** Workspace of the project; default: a new one. Its projects share one cap of accounts. */
  readonly workspaceId?: string;
};
/** A project that was added, with its API key. */
export type SeededProject = {
  /** Id of the project; pass it to the other builders as `projectId`. */
  readonly id: string;
  /** Workspace it belongs to. */
  readonly workspaceId: string;
  /** Its name. */
  readonly name: string;
  /** Its API key, `fanfare_sk_…`. */
  readonly apiKey: string;
};

/** A connected account to add. */
export type SeedAccount = {
  /** Its network, or `hub`. */
  readonly platform: Platform;
  /** Default: `ada`. Connecting the same name later finds this account. */
  readonly username?: string;
  /** Default: `active`. */
  readonly status?: AccountStatus;
  /** Reason that it is not active; default: the reason that the service gives. */
  readonly statusReason?: string;
  /** The caller's grouping key. */
  readonly profileId?: string;
  /** The network's own id; default: made from the name. */
  readonly platformUserId?: string;
  /**
   * Its paid plan at the network, on which rules depend: `Premium` on `x` allows long texts.
   * Default: none.
   */
  readonly subscription?: string;
  /** Declined permissions, for `permission_missing`. Only for Instagram and Threads. */
  readonly without?: readonly Declinable[];
  /** The hub of a hub account; default: a WordPress hub at `https://community.example.org`. */
  readonly hub?: SeedAccountHub;
};

/** The hub of an account, added if the mock does not know it; `seed.hub` gives it spaces. */
export type SeedAccountHub = {
  /** Default: the example hub of the type. */
  readonly url?: string;
  /** Default: `wordpress`. */
  readonly type?: HubType;
  /** Space of targets that name none; default: none. */
  readonly defaultSpaceSlug?: string;
};

/** The result of a post on one account. */
export type SeedTarget = {
  /** Id of an account, or `platform:username`. */
  readonly account: string;
  /** Default: `failed` with an `error`, otherwise `published`. */
  readonly status?: 'published' | 'failed';
  /** Reason that it failed; makes the target `failed`. */
  readonly error?: TargetErrorCode;
  /** Text of its first comment, which is posted unless there is a `commentError`. */
  readonly firstComment?: string;
  /** Reason that the first comment failed. */
  readonly commentError?: TargetErrorCode;
};

/** A post to add, with its results. */
export type SeedPost = {
  /** Its text; default: empty. */
  readonly content?: string;
  /** Its images and videos; default: none. */
  readonly mediaItems?: readonly MediaItem[];
  /** Idempotency key: a request with it returns this post. Default: one of no request. */
  readonly idempotencyKey?: string;
  /** Time at which it was recorded, ISO 8601; default: now. */
  readonly createdAt?: string;
  /** ISO 8601. A post in the future is scheduled, and published by the mock's clock. */
  readonly publishAt?: string;
  /** One result for each account, in the order of the request. */
  readonly targets: readonly SeedTarget[];
};

/** A webhook to add, at any address, such as `http://localhost:3000/hooks`. */
export type SeedWebhook = {
  /** Address that receives the events; default: `https://app.example.com/hooks`. */
  readonly url?: string;
  /** Types it receives; default: every type. */
  readonly events?: readonly StoredEventType[];
  /** Platforms whose events it receives; default: every platform. */
  readonly platforms?: readonly Platform[];
  /** Only events of accounts with this grouping key; default: every account. */
  readonly profileId?: string;
  /** Default: empty. */
  readonly description?: string;
  /** Default: true. */
  readonly enabled?: boolean;
  /** Secret that signs, `whsec_` and 24 to 64 bytes in base64; default: a new one. */
  readonly secret?: string;
};

/** A webhook that was added, with its secret. */
export type SeededWebhook = {
  /** The webhook. */
  readonly webhook: Webhook;
  /** The secret that verifies what it receives. */
  readonly secret: string;
};

/** Initial data of a mock; also the JSON of a seed file. */
export type Seed = {
  /** Plan of the project; default `self_hosted`. */
  readonly plan?: PlanName;
  /** Self-hosted hubs, with their spaces. */
  readonly hubs?: readonly SeedHub[];
  /** Connected accounts; posts can name them as `platform:username`. */
  readonly accounts?: readonly SeedAccount[];
  /** Posts with their results. */
  readonly posts?: readonly SeedPost[];
  /** Webhooks. */
  readonly webhooks?: readonly SeedWebhook[];
  /** Units already billed this month. */
  readonly usedUnits?: number;
};

/** Builders of a mock's data; default: the first project. Throw RangeError for wrong values. */
export type Seeding = {
  /**
   * Adds a project with its own API key. Throws RangeError when the workspace has as many projects
   * as the plan allows.
   *
   * @example
   * const { workspaceId } = mock.seed.project({ plan: 'pro' });
   * const other = mock.seed.project({ plan: 'pro', workspaceId }); // up to five in all
   * console.log(other.workspaceId === workspaceId); // true
   */
  project(project?: SeedProject): SeededProject;
  /**
   * Adds an API key to a project and returns it. Its scope is `all` by default; `publish`,
   * `draft` and `read` keys get `insufficient_scope` for other calls.
   *
   * @example
   * const apiKey = mock.seed.key(undefined, 'read');
   * const answer = await mock.fetch(`${mock.baseUrl}/api/v1/posts`, {
   *   method: 'POST',
   *   headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
   *   body: '{}',
   * });
   * console.log(answer.status); // 403
   */
  key(projectId?: string, scope?: KeyScope): string;
  /**
   * Adds a connected account.
   *
   * @example
   * const grace = mock.seed.account({ platform: 'threads', username: 'grace', status: 'expired' });
   * console.log(grace.status, grace.statusReason); // expired refresh_rejected
   */
  account(account: SeedAccount, projectId?: string): Account;
  /**
   * Adds a self-hosted hub, or replaces the one at its address. Returns its address.
   *
   * @example
   * const hubUrl = mock.seed.hub({ url: 'https://club.example.org', spaces: [{ slug: 'news', name: 'News' }] });
   * const { account } = await fanfare.accounts.connectHub({ hubUrl, type: 'wordpress', username: 'ada', apiKey: 'any' });
   * const { spaces } = await fanfare.accounts.spaces(account.id);
   * console.log(spaces[0]?.name); // News
   */
  hub(hub: SeedHub): string;
  /**
   * Adds a post with its results. Nothing is published or billed for a post in the past.
   *
   * @example
   * const { status } = mock.seed.post({
   *   content: 'Old news',
   *   createdAt: '2026-11-01T08:00:00Z',
   *   targets: [{ account: 'x:ada' }, { account: 'linkedin:ada', error: 'media_rejected' }],
   * });
   * console.log(status); // partial
   */
  post(post: SeedPost, projectId?: string): Post;
  /**
   * Adds a webhook. What happens from then on is delivered to it, where `MockOptions.deliver` says
   * so.
   *
   * @example
   * const { secret } = mock.seed.webhook({ events: ['target.published', 'target.failed'] });
   * console.log(secret.startsWith('whsec_')); // true
   */
  webhook(webhook?: SeedWebhook, projectId?: string): SeededWebhook;
  /** Sets the units billed in the current month. */
  usage(usedUnits: number, projectId?: string): void;
  /** Changes the plan of the project. */
  plan(plan: PlanName, projectId?: string): void;
  /** Adds everything of a seed in order: plan, hubs, accounts, posts, webhooks, units. */
  all(seed: Seed, projectId?: string): void;
};
