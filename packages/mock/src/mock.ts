import type { Account, Platform } from '@fanfare/contract';
import type { ClockMode } from './clock.ts';
import type { Consent } from './connect/finish-connect.ts';
import type { MockEvents } from './events/event-log.ts';
import type { Faults } from './faults.ts';
import type { HttpAnswer } from './http/http-answer.ts';
import type { HttpRequest } from './http/http-request.ts';
import type { MockHubs } from './hubs/hub-scripts.ts';
import type { MockMedia } from './media/remote-files.ts';
import type { MockNetwork } from './network-scripts.ts';
import type { RequestLog } from './request-log.ts';
import type { NetworkAccounts, ScenarioName } from './scenarios.ts';
import type { Seed, Seeding } from './seed-types.ts';
import type { DeliverFunction, MockWebhooks } from './webhooks/receivers.ts';

/** The settings of a mock. By default it is one empty project, at 09:00 UTC of a fixed day. */
export type MockOptions = {
  /** Address of the mock, without a trailing slash; default `https://fanfare.test`. */
  readonly baseUrl?: string;
  /** Seed of everything random: the same seed and requests give the same ids. Default: 1. */
  readonly seed?: number;
  /** Time of the clock at the start, ISO 8601; default 2026-11-20T09:00:00.000Z. */
  readonly now?: string;
  /** Default: `frozen`, where time passes only through `clock.advance` and `clock.travelTo`. */
  readonly clock?: ClockMode;
  /**
   * Requests a key may send per minute; further ones answer 429. Default: 600, as in the service.
   */
  readonly requestsPerMinute?: number;
  /** Posts a key may publish per minute; further ones answer 429 `rate_limited`. Default: 60. */
  readonly publishesPerMinute?: number;
  /** Accounts, posts and usage at the start. */
  readonly start?: Seed;
  /** Private hosts from which media are allowed, such as `localhost:5173`. */
  readonly allowedHosts?: readonly string[];
  /**
   * Whether the installation's LinkedIn app has the permission `r_member_postAnalytics`, so that
   * posts of members have metrics; those of company pages always have. Default: false, because
   * LinkedIn gives it only to approved apps. Without it a member's target has `permission_missing`
   * in `metricsError`.
   */
  readonly linkedinMemberMetrics?: boolean;
  /**
   * The receiver of the deliveries of webhooks, each a signed request: a function in place of every
   * receiver, or `fetch`, which sends them to the addresses of the webhooks. Default: nobody; every
   * webhook then answers 204, unless `webhooks.failNext` says otherwise.
   *
   * @example
   * const received: Request[] = [];
   * const mock = createMock({ deliver: (request) => void received.push(request) });
   */
  readonly deliver?: DeliverFunction | 'fetch';
};

/** The clock of a mock. It stands still unless `MockOptions.clock` is `running`. */
export type MockClock = {
  /** The current time. */
  now(): Date;
  /**
   * Moves time forward by `ms` milliseconds. Scheduled posts are published, slow networks finish
   * and webhooks are called on the way, each at its time; resolves when receivers have answered.
   * Throws RangeError for a negative step.
   *
   * @example
   * await mock.clock.advance(3_600_000);
   * console.log(mock.clock.now().toISOString()); // 2026-11-20T10:00:00.000Z
   */
  advance(ms: number): Promise<void>;
  /** Moves time forward to a `Date` or ISO 8601. Throws RangeError for the past. */
  travelTo(moment: Date | string): Promise<void>;
};

/** Completes connect flows without a page. Throws RangeError for a link that does not work. */
export type MockConnect = {
  /**
   * The user agrees. Returns the address they are redirected to, or null when the caller gave no
   * `redirectUrl`. Throws RangeError for `without` on a network whose users cannot decline single
   * permissions.
   *
   * @example
   * console.log(mock.connect.approve(authUrl, { username: 'grace' }));
   * // https://app.example/done?status=success&accountId=acc_…&platform=x&username=grace
   */
  approve(authUrl: string, as?: Omit<Extract<Consent, { outcome: 'approve' }>, 'outcome'>): string | null;
  /** The user declines (`access_denied`). Returns the redirect's address, or null. */
  deny(authUrl: string): string | null;
  /** The flow fails for another documented reason. Returns the redirect's address, or null. */
  fail(authUrl: string, reason: Exclude<Consent['outcome'], 'approve' | 'deny'>): string | null;
};

/**
 * Controls of the accounts: what networks and their users do to them. A LinkedIn member and the
 * pages connected with them share one consent: they expire and are revoked together. Each method
 * throws RangeError for an unknown id.
 */
export type MockAccounts = {
  /**
   * The network no longer accepts the account's credential: the account becomes `expired`, and its
   * targets fail with `account_not_active`. Throws RangeError for a hub account, which never
   * expires.
   */
  expire(accountId: string): Account;
  /**
   * The account's credential ends at this moment, a `Date` or ISO 8601, and nothing renews it:
   * `account.expiring` is written seven days before, or now, and then the account becomes
   * `expired`. When the user connects the account again, nothing of it happens. Throws RangeError
   * for a hub account.
   *
   * @example
   * mock.accounts.expireAt(account.id, '2026-12-01T00:00:00Z');
   * await mock.clock.travelTo('2026-11-24T00:00:00Z');
   * console.log(mock.events.last('account.expiring')?.data.expiresAt); // 2026-12-01T00:00:00.000Z
   */
  expireAt(accountId: string, moment: Date | string): Account;
  /** The user revokes the access: the account is `revoked`, listed with `includeRevoked` only. */
  revoke(accountId: string): Account;
  /**
   * The network reported that the user removed the service or wants their data deleted: all data of
   * this profile is deleted, in every project. A post that has no targets left stays, without
   * content, so that its idempotency key still replays.
   */
  remove(accountId: string): void;
};

/** Revokes API keys; `seed.key` makes them. */
export type MockKeys = {
  /** The key is refused from the next request on. Throws RangeError for an unknown key. */
  revoke(apiKey: string): void;
};

/** The whole API in memory. */
export type Mock = {
  /** Address of the mock, without a trailing slash. */
  readonly baseUrl: string;
  /** API key of the first project. */
  readonly apiKey: string;
  /** Like the global `fetch`, from memory. Any host is accepted; unknown addresses answer 404. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * The base of `fetch` and the other adapters: answers a request without the Fetch API. Rejects
   * with `ConnectionDropped` when a fault cuts the connection, and with the reason of `signal` when
   * the caller goes away.
   *
   * @example
   * const { signal } = new AbortController();
   * const url = new URL('/healthz', mock.baseUrl);
   * const { status, body } = await mock.answer({ method: 'GET', url, headerLines: () => [], readBody: null, signal });
   * console.log(status, body); // 200 {"status":"ok","version":"mock"}
   */
  readonly answer: (request: HttpRequest) => Promise<HttpAnswer>;
  /** The clock, and how to move it. */
  readonly clock: MockClock;
  /** Adds projects, keys, accounts, posts, webhooks and usage. */
  readonly seed: Seeding;
  /** Expires, revokes and removes accounts. */
  readonly accounts: MockAccounts;
  /** Revokes API keys. */
  readonly keys: MockKeys;
  /** Scripts what each network answers next. */
  readonly networks: Readonly<Record<Platform, MockNetwork>>;
  /** Makes connect codes, and scripts hubs at connects and lists of spaces. */
  readonly hubs: MockHubs;
  /** Says which files are at public addresses. */
  readonly media: MockMedia;
  /** Completes connect flows without a browser. */
  readonly connect: MockConnect;
  /** Makes connections and the server fail. */
  readonly faults: Faults;
  /** The events that webhooks and `GET /events` get. */
  readonly events: MockEvents;
  /** Makes receivers of webhooks fail. */
  readonly webhooks: MockWebhooks;
  /** The requests that the mock has received. */
  readonly requests: RequestLog;
  /** Adds a named scenario to the present state; returns its accounts by network. */
  readonly scenario: (name: ScenarioName) => NetworkAccounts;
  /** Restores the initial state: the same time, the same ids, nothing scripted. */
  readonly reset: () => void;
};
