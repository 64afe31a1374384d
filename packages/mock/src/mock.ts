import type { Account, OAuthPlatform } from '@fanfare/contract';
import type { ClockMode } from './clock.ts';
import type { Consent } from './connect/finish-connect.ts';
import type { Faults } from './faults.ts';
import type { MockNetwork } from './network-scripts.ts';
import type { RequestLog } from './request-log.ts';
import type { NetworkAccounts, ScenarioName } from './scenarios.ts';
import type { Seed, Seeding } from './seed.ts';

/** What a mock is to be like; without any it is a project with nothing in it, at nine o'clock of a fixed day. */
export type MockOptions = {
  /** Address the mock stands for, without a slash at its end; `https://fanfare.test` unless given. */
  readonly baseUrl?: string;
  /** Of everything random: the same seed and requests give the same ids. 1 unless given. */
  readonly seed?: number;
  /** When it is at the start, ISO 8601; 2026-11-20T09:00:00.000Z unless given. */
  readonly now?: string;
  /** `frozen` unless given: time passes only by `clock.advance`. */
  readonly clock?: ClockMode;
  /** Requests a key may send in a minute before it is answered 429 `rate_limited`; 600 unless given, as the service does. */
  readonly requestsPerMinute?: number;
  /** Posts a key may publish in a minute before it is answered 429 `rate_limited`; 60 unless given. */
  readonly publishesPerMinute?: number;
  /** What is there at the start. */
  readonly start?: Seed;
  /** Hosts that media may have although they are private, such as `localhost:5173`. */
  readonly allowedHosts?: readonly string[];
  /**
   * Whether LinkedIn has given the installation's app `r_member_postAnalytics`, so that members have metrics, as company pages do anyway. False unless given:
   * LinkedIn gives it to apps it has approved, and without it the service answers `permission_missing` in `metricsError` of a member's target.
   */
  readonly linkedinMemberMetrics?: boolean;
};

/** The time of a mock: it stands still until moved, unless `MockOptions.clock` is `running`. */
export type MockClock = {
  /** When it is. */
  now(): Date;
  /**
   * Lets so many milliseconds pass; schedules fire and slow networks end on the way, each at its own time. Throws RangeError for a step backwards.
   *
   * @example
   * await mock.clock.advance(3_600_000);
   * console.log(mock.clock.now().toISOString()); // 2026-11-20T10:00:00.000Z
   */
  advance(ms: number): Promise<void>;
  /** Lets time pass until this moment, a `Date` or ISO 8601. Throws RangeError for one that is over. */
  travelTo(moment: Date | string): Promise<void>;
};

/** Answers connect links as their user would, without a page. Each throws RangeError for a link that is unknown, used or older than ten minutes. */
export type MockConnect = {
  /**
   * The user agrees. Returns where they are sent, or null where the caller named no address. Throws RangeError for `without` where the network grants all
   * or nothing.
   *
   * @example
   * console.log(mock.connect.approve(authUrl, { username: 'grace' }));
   * // https://app.example/done?status=success&accountId=acc_…&platform=x&username=grace
   */
  approve(authUrl: string, as?: Omit<Extract<Consent, { outcome: 'approve' }>, 'outcome'>): string | null;
  /** The user declines: `status=error&reason=access_denied`. Returns where they are sent, or null. */
  deny(authUrl: string): string | null;
  /** It ends for any other documented reason. Returns where the user is sent, or null. */
  fail(authUrl: string, reason: Exclude<Consent['outcome'], 'approve' | 'deny'>): string | null;
};

/**
 * What networks and their users do to accounts. A LinkedIn member and the pages that came with them live on one consent: what expires or is revoked, is so with
 * all of them. Each throws RangeError for an id that is unknown.
 */
export type MockAccounts = {
  /** The network no longer takes the account's credential: the account is `expired`, and targets on it fail with `account_not_active`. */
  expire(accountId: string): Account;
  /** The user took the service away in the network's settings: the account is `revoked`, and no longer listed. */
  revoke(accountId: string): Account;
  /**
   * The network told the service that the user removed it, or wants their data deleted: everything of this profile is gone, in every project. A post left
   * without targets stays, emptied, so that its key still replays.
   */
  remove(accountId: string): void;
};

/** What owners do to keys; `seed.key` makes them. */
export type MockKeys = {
  /** The key is refused from the next request on. Throws RangeError for one that is unknown. */
  revoke(apiKey: string): void;
};

/** The whole API in memory. */
export type Mock = {
  /** Address the mock stands for, without a slash at its end. */
  readonly baseUrl: string;
  /** Key of the first project. */
  readonly apiKey: string;
  /** Answers like `fetch`, from memory. Any host will do; what is not the API's is 404. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The same for adapters that know more of a request than `Request` can tell. */
  readonly answer: (request: Request, wire?: WireFacts) => Promise<Response>;
  /** Its time, and how to move it. */
  readonly clock: MockClock;
  /** Puts in what shall be there already. */
  readonly seed: Seeding;
  /** Accounts that lapse. */
  readonly accounts: MockAccounts;
  /** Keys that end. */
  readonly keys: MockKeys;
  /** What the networks answer next, each by its name. */
  readonly networks: Readonly<Record<OAuthPlatform, MockNetwork>>;
  /** Answers connect links without a browser. */
  readonly connect: MockConnect;
  /** Connections and servers that fail. */
  readonly faults: Faults;
  /** What was asked. */
  readonly requests: RequestLog;
  /** Sets up a named situation on top of what is there; returns its accounts by network. */
  readonly scenario: (name: ScenarioName) => NetworkAccounts;
  /** Back to the start: the same time, the same ids, nothing scripted. */
  readonly reset: () => void;
};

/** What `Request` cannot tell of a request. */
export type WireFacts = {
  /** Every line of the `Idempotency-Key` header, which `Headers` joins. */
  readonly idempotencyKeys?: readonly string[];
};
