import type { Account, OAuthPlatform } from '@fanfare/contract';
import type { ClockMode } from './clock.ts';
import type { Consent } from './connect/finish-connect.ts';
import type { Faults } from './faults.ts';
import type { MockNetwork } from './network-scripts.ts';
import type { RequestLog } from './request-log.ts';
import type { NetworkAccounts, ScenarioName } from './scenarios.ts';
import type { Seed, Seeding } from './seed.ts';

export type MockOptions = {
  /** Address the mock stands for, without a slash at its end; `https://fanfare.test` unless given. */
  readonly baseUrl?: string;
  /** Of everything random: the same seed and requests give the same ids. 1 unless given. */
  readonly seed?: number;
  /** When it is at the start, ISO 8601; 2026-11-20T09:00:00.000Z unless given. */
  readonly now?: string;
  /** `frozen` unless given: time passes only by `clock.advance`. */
  readonly clock?: ClockMode;
  readonly requestsPerMinute?: number;
  readonly publishesPerMinute?: number;
  /** What is there at the start. */
  readonly start?: Seed;
  /** Hosts that media may have although they are private, such as `localhost:5173`. */
  readonly allowedHosts?: readonly string[];
};

/** The time of a mock. */
export type MockClock = {
  now(): Date;
  /** Lets so many milliseconds pass; schedules fire and slow networks end on the way, each at its own time. */
  advance(ms: number): Promise<void>;
  travelTo(moment: Date | string): Promise<void>;
};

/** Answers connect links as their user would, without a page. Each throws RangeError for a link that is unknown, used or older than ten minutes. */
export type MockConnect = {
  /** Returns where the user is sent, or null where the caller named no address. */
  approve(authUrl: string, as?: Omit<Extract<Consent, { outcome: 'approve' }>, 'outcome'>): string | null;
  deny(authUrl: string): string | null;
  fail(authUrl: string, reason: Exclude<Consent['outcome'], 'approve' | 'deny'>): string | null;
};

export type MockAccounts = {
  /** The network no longer takes the account's credential. */
  expire(accountId: string): Account;
  /** The user took the service away in the network's settings. */
  revoke(accountId: string): Account;
};

/** The whole API in memory. */
export type Mock = {
  readonly baseUrl: string;
  /** Key of the first project. */
  readonly apiKey: string;
  /** Answers like `fetch`, from memory. Any host will do; what is not the API's is 404. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The same for adapters that know more of a request than `Request` can tell. */
  readonly answer: (request: Request, wire?: WireFacts) => Promise<Response>;
  readonly clock: MockClock;
  readonly seed: Seeding;
  readonly accounts: MockAccounts;
  readonly networks: Readonly<Record<OAuthPlatform, MockNetwork>>;
  readonly connect: MockConnect;
  readonly faults: Faults;
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
