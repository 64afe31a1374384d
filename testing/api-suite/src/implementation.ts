import type {
  Account,
  ConnectFailureReason,
  HubType,
  KeyScope,
  OAuthPlatform,
  Post,
  RequestErrorCode,
  TargetErrorCode,
  TargetWarningCode,
} from '@fanfare/contract';
import type { PlanName } from '@fanfare/rules';
import type { Inside } from './inside.ts';

/** The five that are held against each other. */
export const IMPLEMENTATION_NAMES = ['server', 'sdk', 'mock', 'browser', 'standalone'] as const;

export type ImplementationName = (typeof IMPLEMENTATION_NAMES)[number];

/** Those whose database and networks a statement can look at. */
export const HAS_INSIDE: readonly ImplementationName[] = ['server'];

/** Those that every change is tried on; `pnpm nightly` and the full command try all. */
export const EVERY_CHANGE: readonly ImplementationName[] = ['server', 'sdk', 'mock'];

/** Those that lead to the same mock as `mock`: through the SDK, in a page and as a process. */
export const MOCK_ELSEWHERE: readonly ImplementationName[] = ['sdk', 'browser', 'standalone'];

/**
 * The service that the SDK calls: the mock in the same process, or the server, which it then shares
 * with the implementation of that name.
 */
export type SdkAsks = 'mock' | 'server';

/** A request as it goes over the wire. */
export type WireRequest = {
  readonly method: string;
  /** Below the address of the service, with its query: `/api/v1/posts?limit=2`. */
  readonly path: string;
  /** In this order; a name may come twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Sent as it is. */
  readonly body?: string;
  /** In its place: bytes, in base64. */
  readonly base64?: string;
};

export type WireAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** The body: parsed JSON, otherwise text; undefined when it is empty. */
  readonly body: unknown;
  /** True when the request went over plain HTTP, because the SDK or the browser cannot send it. */
  readonly isRaw?: boolean;
};

/** A feature that needs its own permission. */
export type Declinable = 'firstComments' | 'metrics';

/** The answer of the user on the page of the network. */
export type Consent =
  | {
      readonly outcome: 'approve';
      /**
       * The person who connects: the same name is the same profile again. Names belong to one
       * project; see `Project.connect`.
       */
      readonly username: string;
      /**
       * Pages that a LinkedIn member administers, by unique names in the form of a username.
       * Default: none.
       */
      readonly pages?: readonly string[];
      /**
       * Permissions that they decline; publishing needs none of them. Only for Instagram and
       * Threads.
       */
      readonly without?: readonly Declinable[];
    }
  | { readonly outcome: 'deny' }
  /** They agree, and the flow fails for this reason. */
  | { readonly outcome: ConnectFault; readonly username: string };

/**
 * Reasons of the redirect that come from the network or the profile; not every network can return
 * each.
 */
export type ConnectFault = Extract<
  ConnectFailureReason,
  'exchange_failed' | 'permissions_missing' | 'account_not_eligible' | 'network_unavailable'
>;

export type WalkOptions = {
  /** The browser sends the callback a second time; where that leads is the end of the walk. */
  readonly callbackTwice?: boolean;
  /**
   * The user decides, and before that is sent presses the button again and decides again; then both
   * come back, the first one first.
   */
  readonly pressTwice?: boolean;
  /**
   * The user is at the network for so long: the link ages before the callback is sent. As with
   * `ageLink`, the statement runs alone.
   */
  readonly lingerMs?: number;
};

/** The end of a connect link. */
export type ConnectEnd = {
  /** The address the user was sent to; null when the walk ended on a page of the service. */
  readonly redirectedTo: URL | null;
  /** The last page: its status and what it says. Null after a redirect away. */
  readonly page: { readonly status: number; readonly text: string } | null;
  /** With `pressTwice`: where the way back of the first press led. */
  readonly earlier?: ConnectEnd;
};

/** The next behaviour of a network for one account. */
export type Script =
  | {
      readonly of: 'publish' | 'comment' | 'repost' | 'unpublish' | 'metrics';
      readonly code: TargetErrorCode;
      /**
       * The number of calls that succeed first. On the server only faults of a network can wait.
       */
      readonly skip?: number;
    }
  /** The next post is taken, with this warning. */
  | { readonly of: 'publish'; readonly warning: TargetWarningCode }
  /**
   * The next publish waits so long for the network, in milliseconds; over four minutes is too long
   * for it. So does a repost on X, for less than half a minute, and a first comment on LinkedIn,
   * whose statement goes alone.
   */
  | { readonly of: 'publish' | 'comment' | 'repost'; readonly slowMs: number };

/** Someone on a self-hosted hub. */
export type HubUser = { readonly type: HubType; readonly hubUrl: string; readonly username: string };

/** The next behaviour of a hub when an account is connected, or when its spaces are listed. */
export type HubScript =
  | { readonly of: 'connect' | 'spaces'; readonly code: Extract<RequestErrorCode, 'hub_unreachable' | 'hub_error'> }
  /** The keys that its user has are refused from now on. */
  | { readonly of: 'connect' | 'spaces'; readonly code: Extract<RequestErrorCode, 'hub_auth_failed'> };

/** A fault of a service: something that it needs is missing, or its database is away. */
export type ServiceFault = Extract<RequestErrorCode, 'internal_error' | 'unavailable'>;

/** A broken service. */
export type BrokenService = {
  readonly apiKey: string;
  send(request: WireRequest): Promise<WireAnswer>;
  /** Repairs it. */
  repair(): Promise<void>;
};

/**
 * Reason that a post is abandoned: the process that published it is gone for good, or no process
 * claimed it within a day after its time.
 */
export type Abandonment = Extract<TargetErrorCode, 'worker_lost' | 'schedule_missed'>;

/** The sender of a request for the removal of a profile. */
export type Removal = 'deauthorize' | 'data-deletion' | 'operator';

/** The environment of a statement. It sees nothing of other statements. */
export type World = {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  send(request: WireRequest): Promise<WireAnswer>;
  /** A new project in a new workspace. */
  project(plan: PlanName): Promise<{ readonly apiKey: string }>;
  /**
   * New projects on these plans, all in one new workspace; the first decides whether there may be
   * others.
   */
  workspace(plans: readonly [PlanName, ...PlanName[]]): Promise<readonly { readonly apiKey: string }[]>;
  /** A new project with two live keys, the second with this scope. */
  keyring(scope: KeyScope): Promise<{ readonly apiKey: string; readonly second: string }>;
  /** Revokes the second key of a keyring. */
  revokeKey(second: string): Promise<void>;
  /**
   * Follows a connect link as a user does: the page of the service, the page of the network, and
   * back.
   */
  walk(authUrl: string, consent: Consent, options?: WalkOptions): Promise<ConnectEnd>;
  /**
   * Makes a connect link older by so many milliseconds. On some implementations time passes for all
   * statements: the statement runs alone.
   */
  ageLink(authUrl: string, ms: number): Promise<void>;
  /**
   * A service of this implementation that answers every key with this error until it is repaired.
   * Where all statements share the service, the statement runs alone.
   */
  breakService(code: ServiceFault): Promise<BrokenService>;
  /**
   * Abandons a scheduled post before `publishAt`; each of its targets fails with that code within
   * seconds of `publishAt`.
   */
  abandon(post: Post, how: Abandonment): Promise<void>;
  /** Throws when the account's network in this implementation cannot do it. */
  script(account: Account, script: Script): Promise<void>;
  /**
   * Someone on a hub of this type who may publish there, or only read. The same username is the
   * same person again. Every hub has the spaces of `HUB_SPACES`.
   */
  hubUser(type: HubType, username: string, may: 'publish' | 'read'): Promise<HubUser>;
  /** A new API key of the person. */
  hubKey(user: HubUser): Promise<string>;
  /** A new connect code of the person. */
  hubCode(user: HubUser): Promise<string>;
  /** Adds a space to the person's hub. Its slug is unique in the whole suite. */
  addSpace(user: HubUser, space: { readonly slug: string; readonly name: string }): Promise<void>;
  /**
   * On the server a hub that does not answer, or nonsense, does so to the next caller: the
   * statement runs alone.
   */
  scriptHub(user: HubUser, script: HubScript): Promise<void>;
  /**
   * The user removed the service in the network's settings, or the credential expired; the service
   * may not know it yet.
   */
  lapse(account: Account, how: 'expired' | 'revoked'): Promise<void>;
  /**
   * The network reports that the user removed the service or wants their data deleted, which
   * Instagram and Threads do; or the operator of the service removes the profile, on any network.
   * The removal may take a moment.
   */
  remove(account: Account, how: Removal): Promise<void>;
  /** The time of the service, in milliseconds since 1970. */
  now(): Promise<number>;
  /**
   * Lets time pass, in reality or on the clock of the implementation; what is due on the way
   * happens.
   */
  pass(ms: number): Promise<void>;
  /** Address of a small file that this world's networks can fetch. */
  file(name: FileName): string;
  /** The inside of a server that this suite has started. */
  readonly inside?: Inside;
};

export type FileName = 'harbour.jpg' | 'roastery.jpg' | 'beans.jpg' | 'latte.png' | 'cover.jpg' | 'clip.mp4';

/**
 * One implementation of the API, running.
 *
 * @example
 * const mock = await startMock();
 * const world = await mock.world();
 * const { apiKey } = await world.project('self_hosted');
 * const { status } = await world.send({ method: 'GET', path: '/api/v1/usage', headers: [['Authorization', `Bearer ${apiKey}`]] });
 * await mock.stop();
 */
export type Implementation = {
  readonly name: ImplementationName;
  /** Cheap: every statement has its own. */
  world(): Promise<World>;
  /**
   * Makes a world with its own clock, for statements that take minutes; absent where each world has
   * one.
   */
  worldWithOwnClock?(): Promise<World>;
  stop(): Promise<void>;
};

export const NETWORKS: readonly OAuthPlatform[] = ['instagram', 'threads', 'x', 'linkedin'];

/** Spaces of every hub, those of the sandbox, by name. */
export const HUB_SPACES = {
  wordpress: [
    { slug: 'events', name: 'Events', description: 'Markets, concerts and open doors' },
    { slug: 'members', name: 'Members', description: 'Stories by and about our members' },
    { slug: 'news', name: 'News', description: 'What happens around the harbour' },
    { slug: 'uncategorized', name: 'Uncategorized' },
  ],
  micropub: [
    { slug: 'events', name: 'Events' },
    { slug: 'news', name: 'News' },
    { slug: 'notes', name: 'Notes' },
    { slug: 'photos', name: 'Photos' },
  ],
} as const;
