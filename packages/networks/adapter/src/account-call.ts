import type { HubType } from '@fanfare/contract';
import type { Http } from './http.ts';
import type { Secret } from './secret.ts';

/** Time for adapters in milliseconds; `now` is Unix time. `sleep` rejects when aborted. */
export type Clock = {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The rights that a network granted for an account. Encrypted; only the adapter sees it. */
export type Credential = {
  readonly accessToken: Secret;
  readonly refreshToken: Secret | null;
  /**
   * Time at which the access token expires, Unix milliseconds; null when the network does not say.
   */
  readonly expiresAt: number | null;
  /** Time at which the refresh token expires, likewise. */
  readonly refreshExpiresAt: number | null;
  /** Scopes that the user granted, as the network reports them. */
  readonly scopes: readonly string[];
};

/** Everything an adapter may use for its network: no database, environment or quota. */
export type NetworkIo = {
  readonly http: Http;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** The hub of an account, as found at the connect. Addresses have no trailing slash. */
export type HubSite = {
  readonly type: HubType;
  /** The address that the user gave. */
  readonly url: string;
  /** The address of the API of the hub, on the origin of `url`. */
  readonly apiUrl: string;
  /** The only origins that the key may be sent to. */
  readonly keyOrigins: readonly string[];
  /** True where the hub made the key for a connect code; false for the user's own key. */
  readonly isKeyOurs: boolean;
  /** Name of the hub. */
  readonly name: string;
  /** Space of targets that name none; null for the hub's own default. */
  readonly defaultSpaceSlug: string | null;
};

/** A profile as the network names it when an account is connected. */
export type Profile = {
  readonly platformUserId: string;
  readonly username: string;
  /** Further ids of the profile (instagram: app-scoped id); removal callbacks name any. */
  readonly otherIds: readonly string[];
  /**
   * The paid plan of the profile at the network, such as X's `Premium`; absent where it is not
   * known.
   */
  readonly subscription?: string;
};

/** The profile behind an account. */
export type ProfileRef = Profile & {
  /** On hub accounts only. */
  readonly hub?: HubSite;
};

/** A call on behalf of one account. */
export type AccountCall = NetworkIo & {
  readonly account: ProfileRef;
  readonly credential: Credential;
};
