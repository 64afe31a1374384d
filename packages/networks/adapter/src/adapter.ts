import type { Metrics, OAuthPlatform, Platform, TargetWarning } from '@fanfare/contract';
import type { ContentRules, Draft } from '@fanfare/rules';
import type { Http } from './http.ts';
import type { MediaSource } from './media-source.ts';
import type { NetworkError } from './network-error.ts';
import type { ReadPage } from './read-page.ts';
import type { Secret } from './secret.ts';

/** Time as adapters see it; tests move it. `sleep` rejects with the signal's reason when aborted. */
export type Clock = {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** What a network gave us for one account. Stored sealed, handed out only to the adapter. */
export type Credential = {
  readonly accessToken: Secret;
  readonly refreshToken: Secret | null;
  /** Unix milliseconds; null when the network gives no end. */
  readonly expiresAt: number | null;
  readonly refreshExpiresAt: number | null;
  /** Scopes the network says were really granted. */
  readonly scopes: readonly string[];
};

/** Everything an adapter may use while it talks to its network. No database, environment or quota in here. */
export type NetworkIo = {
  readonly http: Http;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** The profile behind an account, as the network named it at connect. */
export type ProfileRef = {
  readonly platformUserId: string;
  readonly username: string;
  /** Further ids the network gave at connect (instagram: the app-scoped id), matched by removal callbacks. */
  readonly otherIds: readonly string[];
};

export type Profile = ProfileRef;

/** Why a connect ended without an account. The values are the `reason` of the redirect (contract: Connect). */
export type ConnectRefusal = 'permissions_missing' | 'account_not_eligible';

export type ProfilesAnswer =
  | { readonly ok: true; readonly profiles: readonly [Profile, ...Profile[]] }
  | { readonly ok: false; readonly reason: ConnectRefusal; readonly message: string };

/** The hosted OAuth flow of one network. */
export type OAuthConnect = {
  /** True: the server makes a PKCE verifier and passes its S256 challenge to `authorizeUrl`. */
  readonly pkce: boolean;
  authorizeUrl(input: { state: string; redirectUri: string; codeChallenge: string | null }): URL;
  /** Tells a user's refusal (`access_denied`) from every other error redirect of the network (`exchange_failed`). */
  readDenial(query: URLSearchParams): 'access_denied' | 'exchange_failed';
  /** Trades the code for the longest-lived credential the network offers. Throws NetworkError. */
  exchange(
    io: NetworkIo,
    input: { code: string; redirectUri: string; codeVerifier: string | null },
  ): Promise<Credential>;
  /** The profiles this credential can publish as: the person first, then pages. Throws NetworkError. */
  profiles(io: NetworkIo, credential: Credential): Promise<ProfilesAnswer>;
  /** Absent where the network has no way to renew. Throws NetworkError; `credential_rejected` only for a definite refusal. */
  refresh?(io: NetworkIo, credential: Credential): Promise<Credential>;
  /**
   * Ends what was granted: both tokens are worth nothing afterwards. Called once, when the last account that lives on the credential is disconnected, after everything
   * on its way has arrived. Absent where the network has no such call. A token that has ended already is success. Throws NetworkError.
   */
  revoke?(io: NetworkIo, credential: Credential): Promise<void>;
};

/**
 * A step of a publish that nobody can see yet: an upload or a container. The executor journals it: it commits an intent before
 * `send`, stores the returned handle after it, and on a later run returns the stored handle without sending again.
 */
export type HiddenStep = {
  readonly kind: 'media' | 'container';
  /** Position within its kind; the same step must carry the same number on every run. */
  readonly ordinal: number;
  /** True: the step is performed even where its handle is stored, and the new handle takes the place of that one on every later run. */
  readonly replaces?: boolean;
  /**
   * Performs the step and returns the network's id for it. What the post goes out without because of this step is passed to `warn`, and shown to callers in the
   * target's `warnings`; it is stored with the step, so that a run that takes over does not lose it.
   */
  readonly send: (warn: (warning: TargetWarning) => void) => Promise<string>;
};

/** A call on behalf of one account. */
export type AccountCall = NetworkIo & {
  readonly account: ProfileRef;
  readonly credential: Credential;
};

/** One run of one write. */
export type Call = AccountCall & {
  readonly media: MediaSource;
  /** Reads what a public page says of itself, through the egress guard. Absent where the installation reads no pages. */
  readonly readPage?: ReadPage;
  step(step: HiddenStep): Promise<string>;
};

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A public write made ready: everything hidden is done, one call is left. */
export type Prepared = {
  /** What lets us ask the network later whether the write happened (container id); null where nothing does. */
  readonly handle: string | null;
  /** The rest `send` needs, as JSON. */
  readonly body: Json;
};

/** A first comment: the published post it stands below, and what it says. */
export type CommentDraft = { readonly platformPostId: string; readonly text: string };

/** A post that an account reshares, its own or anybody's. */
export type RepostDraft = { readonly platformPostId: string };

/** What the network made: its own id of the post, comment or repost, and its public address; null where it does not say. */
export type Sent = { readonly platformPostId: string | null; readonly url: string | null };

/** A public write whose answer was lost or cannot be trusted. */
export type Attempt<Input> = {
  readonly input: Input;
  readonly handle: string | null;
  /** Database time of the intent, Unix milliseconds. Only for comparing with the network's own timestamps: the clock of this process may be minutes off. */
  readonly intendedAt: number;
  /**
   * How long ago the intent was committed, in whole milliseconds at the call of `reconcile`, whatever the clock of this process says: what waits counts from it. The
   * first send began at most 20 s later.
   */
  readonly agoMs: number;
  /** How often this very write was sent so far, at least 1. */
  readonly sends: number;
  /** The error the last send ended with, when this process still has it. */
  readonly error: unknown;
  /** What the sends before it ended with, oldest first: only those this process made itself. Of any other nothing is known, and it may still be on its way. */
  readonly earlierErrors: readonly unknown[];
};

/** What reading the network says about an attempt. */
export type Verdict =
  | { readonly state: 'live'; readonly platformPostId: string | null; readonly url: string | null }
  /** It definitely did not happen; `error` says why. */
  | { readonly state: 'absent'; readonly error: Error }
  /**
   * It did not happen yet and the network publishes this handle at most once: send it again after `afterMs`. The handle alone must be enough for
   * `send`: after a crash `Prepared.body` is null.
   */
  | { readonly state: 'resend'; readonly afterMs: number }
  /** Reading cannot decide. */
  | { readonly state: 'undecided' };

/** A public write that the network answered it did not do. */
export type Refused = { readonly prepared: Prepared; readonly error: NetworkError };

/**
 * A write the world can see, in three steps. The executor commits a write intent between `prepare` and `send`; that intent is what makes a
 * second send impossible. `send` makes exactly one call; a second one only where the network refused the API version of
 * the first. After an `unknown` outcome only `reconcile` runs, which only reads.
 */
export type PublicWrite<Input> = {
  prepare(call: Call, input: Input): Promise<Prepared>;
  send(call: Call, prepared: Prepared): Promise<Sent>;
  reconcile(call: Call, attempt: Attempt<Input>): Promise<Verdict>;
  /**
   * Called when the network definitely refused a `send` and the executor would give up. Where the write can do without a part of what was sent, this stores so through a
   * hidden step with `replaces`, warning included, and returns true: the executor then makes one more attempt, whose `prepare` finds that step. Makes no network call.
   */
  leaveOut?(call: Call, refused: Refused): Promise<boolean>;
};

/** Why a removal callback is not believed. Every one of them answers 400 and changes nothing. */
export type RemovalRefusal = 'too_large' | 'malformed' | 'bad_signature' | 'unsupported_algorithm' | 'too_old';

export type RemovalAnswer =
  | {
      readonly ok: true;
      /** The network's id of the user. May be any of a profile's ids: match it against `platformUserId` and `otherIds`. */
      readonly platformUserId: string;
      /** When the network signed it, Unix milliseconds, whole seconds. Accounts connected later are not meant: it is an old request come again. */
      readonly issuedAt: number;
    }
  | { readonly ok: false; readonly reason: RemovalRefusal };

/** How a network tells the service, signed, that a user removed it or wants their data deleted. */
export type Removal = {
  /**
   * Verifies and reads the `signed_request` field of a deauthorize or data-deletion callback. Pure and total: whatever the text is, it never throws.
   * `now` in Unix milliseconds.
   *
   * @example
   * const removal = adapter.removal?.readSignedRequest(form.signed_request, clock.now());
   */
  readSignedRequest(text: string, now: number): RemovalAnswer;
};

/**
 * One network. A capability is the presence of a function; there is no flag list.
 *
 * @example
 * const x: NetworkAdapter = createX({ apiUrl, webUrl, clientId, clientSecret: new Secret(…) });
 * const prepared = await x.publish.prepare(call, draft);
 * const { platformPostId, url } = await x.publish.send(call, prepared);
 */
export type NetworkAdapter = {
  readonly platform: Platform;
  readonly rules: ContentRules;
  readonly connect: OAuthConnect;
  readonly publish: PublicWrite<Draft>;
  /** Public address of a published post where `send` could not give it. Read-only, best effort: null when the network gives none. */
  permalink?(call: Call, platformPostId: string): Promise<string | null>;
  /** A comment by the account below its own post. Absent where the platform has none (`commentStatus: unsupported`). */
  readonly comment?: PublicWrite<CommentDraft>;
  /**
   * A reshare. The network itself makes a repeated one a no-op, so `reconcile` may answer `resend` after an unknown outcome; "already reposted" is success.
   * Absent where the platform has none (`unsupported`).
   */
  readonly repost?: PublicWrite<RepostDraft>;
  /** Which post a public link of this platform names, in every shape its users share; null for any other link. Pure. */
  readPostUrl?(url: URL): string | null;
  /** Why a text cannot be the id of a post of this platform, as sentences for the caller; null when it can. Absent where ids have no known form. Pure. */
  postIdProblem?(text: string): string | null;
  /**
   * Engagement counts of one post, live; a count the network does not report is null. Throws NetworkError: `permission_missing` with a remedy when the
   * account was connected before the permission existed.
   */
  metrics?(call: AccountCall, platformPostId: string): Promise<Metrics>;
  /** Absent where the network has no removal callbacks. */
  readonly removal?: Removal;
};

export type OAuthAdapter = NetworkAdapter & { readonly platform: OAuthPlatform };
