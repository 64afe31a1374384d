import type { HubType, Mention, Metrics, OAuthPlatform, Platform, TargetWarning } from '@fanfare/contract';
import type { ContentRules, Draft } from '@fanfare/rules';
import type { Http } from './http.ts';
import type { MediaSource } from './media-source.ts';
import type { NetworkError } from './network-error.ts';
import type { ReadPage } from './read-page.ts';
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
  /** When the access token expires, Unix milliseconds; null when the network does not say. */
  readonly expiresAt: number | null;
  /** When the refresh token expires, likewise. */
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
  /** The paid plan of the profile at the network, such as X's `Premium`; absent where it is not known. */
  readonly subscription?: string;
};

/** The profile behind an account. */
export type ProfileRef = Profile & {
  /** On hub accounts only. */
  readonly hub?: HubSite;
};

/** Why a connect ended without an account: the `reason` of the redirect. */
export type ConnectRefusal = 'permissions_missing' | 'account_not_eligible';

export type ProfilesAnswer =
  | { readonly ok: true; readonly profiles: readonly [Profile, ...Profile[]] }
  | { readonly ok: false; readonly reason: ConnectRefusal; readonly message: string };

/** The hosted OAuth flow of one network. */
export type OAuthConnect = {
  /** True: the server creates a PKCE verifier and passes its S256 challenge to `authorizeUrl`. */
  readonly pkce: boolean;
  /** The address of the network's consent page. Pure. */
  authorizeUrl(input: { state: string; redirectUri: string; codeChallenge: string | null }): URL;
  /** Reads an error redirect: `access_denied` for a refusal, else `exchange_failed`. Pure. */
  readDenial(query: URLSearchParams): 'access_denied' | 'exchange_failed';
  /** Trades the code for a long-lived credential. Never repeats. Throws NetworkError. */
  exchange(
    io: NetworkIo,
    input: { code: string; redirectUri: string; codeVerifier: string | null },
  ): Promise<Credential>;
  /** The profiles of the credential, the person first, or why none. Throws NetworkError. */
  profiles(io: NetworkIo, credential: Credential): Promise<ProfilesAnswer>;
  /** A new credential for an old one, where possible. Throws `credential_rejected` if it ended. */
  refresh?(io: NetworkIo, credential: Credential): Promise<Credential>;
  /**
   * Reads the paid plan of the profile again, after each `refresh`; undefined where the network does
   * not say. Absent where no rule depends on one. Throws NetworkError.
   */
  subscription?(io: NetworkIo, credential: Credential): Promise<string | undefined>;
};

/**
 * A step of a publish that nobody can see yet: an upload or a container. The executor commits an
 * intent before `send`, stores the returned handle after it, and on a later run returns the stored
 * handle without sending again.
 *
 * @example
 * const mediaId = await call.step({ kind: 'media', ordinal: 0, send: () => upload(call, file) });
 */
export type HiddenStep = {
  readonly kind: 'media' | 'container';
  /** Position within its kind, from 0; the same step must have the same number on every run. */
  readonly ordinal: number;
  /** True: the step runs even if its handle is stored, and its new handle replaces it. */
  readonly replaces?: boolean;
  /**
   * Performs the step and returns the network's id for it. Pass to `warn` what the post goes out
   * without because of this step: callers see it in the target's `warnings`. Warnings are stored
   * with the step, so a run that takes over keeps them.
   */
  readonly send: (warn: (warning: TargetWarning) => void) => Promise<string>;
};

/** A call on behalf of one account. */
export type AccountCall = NetworkIo & {
  readonly account: ProfileRef;
  readonly credential: Credential;
};

/** One run of one write: what `prepare`, `send` and `reconcile` may use. */
export type Call = AccountCall & {
  /** The name of this write, the same for every try. At most 40 characters of a-z, 0-9, `-`. */
  readonly key: string;
  readonly media: MediaSource;
  /** Reads title, description and image of a public page. Absent where pages are not read. */
  readonly readPage?: ReadPage;
  /** Runs a hidden step, or returns the handle that an earlier run stored. */
  step(step: HiddenStep): Promise<string>;
};

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A public write that is ready: everything hidden is done, one call is left. */
export type Prepared = {
  /** The handle by which the network can be asked about the write; null without one. */
  readonly handle: string | null;
  /** The rest `send` needs, as JSON. */
  readonly body: Json;
};

/** A first comment: the published post it goes below, and its text. */
export type CommentDraft = { readonly platformPostId: string; readonly text: string };

/** A post that an account reshares, its own or another's. */
export type RepostDraft = { readonly platformPostId: string };

/** A published post that its account deletes at the network. */
export type UnpublishDraft = { readonly platformPostId: string };

/** The result of a write: id and public address; null where the network does not say. */
export type Sent = { readonly platformPostId: string | null; readonly url: string | null };

/** A public write whose answer was lost or proves nothing. */
export type Attempt<Input> = {
  readonly input: Input;
  readonly handle: string | null;
  /** Database time of the intent, Unix milliseconds, for comparison with the network's times. */
  readonly intendedAt: number;
  /**
   * Milliseconds since the intent was committed, at the call of `reconcile`, whatever the clock of
   * this process says. Count waits from it. The first send began at most 20 s later.
   */
  readonly agoMs: number;
  /** The number of times that this write was sent so far, at least 1. */
  readonly sends: number;
  /** The error the last send ended with, when this process still has it. */
  readonly error: unknown;
  /** The errors of earlier sends of this process, oldest first. Others may be on their way. */
  readonly earlierErrors: readonly unknown[];
};

/** The result of reading the network about an attempt. */
export type Verdict =
  | {
      readonly state: 'live';
      readonly platformPostId: string | null;
      readonly url: string | null;
      /** Found by something that only this write has, such as its key: a copy cannot match. */
      readonly isOwn?: true;
    }
  /** It definitely did not happen; `error` says why. */
  | { readonly state: 'absent'; readonly error: Error }
  /**
   * It did not happen yet, and the network publishes this handle at most once: send it again after
   * `afterMs` milliseconds, at most 15 minutes. The handle alone must be enough for `send`, since
   * `Prepared.body` is null after a crash.
   */
  | { readonly state: 'resend'; readonly afterMs: number }
  /** Reading cannot decide. */
  | { readonly state: 'undecided' };

/** A hidden step that the network accepted, as the journal holds it. */
export type AcceptedStep = Pick<HiddenStep, 'kind' | 'ordinal'> & { readonly handle: string };

/** A public write that the network definitely refused. */
export type Refused = { readonly prepared: Prepared; readonly error: NetworkError };

/**
 * A write that others can see, in three steps. The executor commits a write intent between
 * `prepare` and `send`, which makes a second send impossible. After an `unknown` outcome only
 * `reconcile` runs, and it only reads. All three throw NetworkError.
 */
export type PublicWrite<Input, WriteCall = Call> = {
  /** Does everything that is hidden, each call inside `call.step`. Repeatable. */
  prepare(call: WriteCall, input: Input): Promise<Prepared>;
  /** Makes one public call; a second one only after a refused API version. */
  send(call: WriteCall, prepared: Prepared): Promise<Sent>;
  /** Reads what became of an attempt. */
  reconcile(call: WriteCall, attempt: Attempt<Input>): Promise<Verdict>;
  /**
   * Called when the network definitely refused a `send` and the executor would give up. If the
   * write can go without a part of what was sent, this stores that in a hidden step with
   * `replaces`, with a warning, and returns true. The executor then makes one more attempt, whose
   * `prepare` finds that step. Makes no network call.
   */
  leaveOut?(call: WriteCall, refused: Refused): Promise<boolean>;
  /**
   * Deletes what the hidden steps of a failed write left at the network, such as uploaded files.
   * Called at most once, after the write has ended and nothing of it is live. Best effort: an error
   * is only logged. Absent where the network deletes such things by itself.
   */
  discard?(call: WriteCall, steps: readonly AcceptedStep[]): Promise<void>;
};

/** Why a removal callback is refused. Each gets a 400 and changes nothing. */
export type RemovalRefusal = 'too_large' | 'malformed' | 'bad_signature' | 'unsupported_algorithm' | 'too_old';

export type RemovalAnswer =
  | {
      readonly ok: true;
      /** The network's id of the user: match it against `platformUserId` and `otherIds`. */
      readonly platformUserId: string;
      /** The time of the signature, Unix milliseconds. It is not for accounts connected later. */
      readonly issuedAt: number;
    }
  | { readonly ok: false; readonly reason: RemovalRefusal };

/** The signed report of a network about a user who removed the app or wants their data deleted. */
export type Removal = {
  /**
   * Verifies and reads the `signed_request` field of a deauthorize or data-deletion callback. Pure;
   * never throws, whatever the text is. `now` in Unix milliseconds.
   *
   * @example
   * const removal = adapter.removal?.readSignedRequest(form.signed_request, clock.now());
   */
  readSignedRequest(text: string, now: number): RemovalAnswer;
};

/**
 * One network. A capability is the presence of its function; there is no list of flags.
 *
 * @example
 * const x: NetworkAdapter = createX({ apiUrl, webUrl, clientId, clientSecret: new Secret(…) });
 * const prepared = await x.publish.prepare(call, draft);
 * const { platformPostId, url } = await x.publish.send(call, prepared);
 */
export type NetworkAdapter = {
  readonly platform: Platform;
  readonly rules: ContentRules;
  /** Absent on hubs, whose users give a key. */
  readonly connect?: OAuthConnect;
  /**
   * Revokes the credential. Called once, after the last account on it was disconnected and its
   * running writes have ended. A credential that has ended already counts as success. Absent where
   * the network has no such call. Throws NetworkError.
   */
  revoke?(call: AccountCall): Promise<void>;
  /**
   * Asks the network whether a credential that it refused has really ended. For credentials that
   * never expire and cannot be refreshed. Throws NetworkError: `credential_rejected` only when it
   * has ended.
   */
  checkCredential?(call: AccountCall): Promise<void>;
  readonly publish: PublicWrite<Draft>;
  /** The public address of a post, where `send` cannot return it. Only reads; null for none. */
  permalink?(call: AccountCall, platformPostId: string): Promise<string | null>;
  /** A comment below the account's own post. Absent where the platform has none. */
  readonly comment?: PublicWrite<CommentDraft>;
  /**
   * A reshare. The network ignores a repeated one, so `reconcile` may return `resend` after an
   * unknown outcome; "already reposted" is success. Absent where the platform has none
   * (`unsupported`).
   */
  readonly repost?: PublicWrite<RepostDraft>;
  /**
   * The deletion of one of the account's own posts, in one call. A post that is gone already is a
   * success, so a deletion with an unknown outcome may be sent again: `reconcile` returns `resend`,
   * or reads whether the post is there and returns `live` for a deletion that happened. `Sent` has
   * nulls. Throws NetworkError: `permission_missing` with a remedy when the account was connected
   * before the permission existed. Absent where posts cannot be deleted (`unsupported`).
   *
   * @example
   * const prepared = await x.unpublish.prepare(call, { platformPostId: '1991788004561125376' });
   * await x.unpublish.send(call, prepared);
   */
  readonly unpublish?: PublicWrite<UnpublishDraft>;
  /** The id of the post in a public link of any form; null for any other link. Pure. */
  readPostUrl?(url: URL): string | null;
  /** Why a text cannot be a post's id, for callers; null when it can. Absent: no known form. */
  postIdProblem?(text: string): string | null;
  /**
   * Engagement counts of one post, live; a count the network does not report is null. Throws
   * NetworkError: `permission_missing` with a remedy when the account was connected before the
   * permission existed.
   */
  metrics?(call: AccountCall, platformPostId: string): Promise<Metrics>;
  /**
   * Whom a post can mention, by the name in an address or the whole address. Only reads; none found
   * is an empty list. Absent where the network has no look-up. Throws NetworkError.
   *
   * @example
   * await linkedin.findMentions?.(call, 'harbour-coffee'); // [{ text: '@[Harbour Coffee](urn:li:organization:90314427)', … }]
   */
  findMentions?(call: AccountCall, q: string): Promise<readonly Mention[]>;
  /** Absent where the network has no removal callbacks. */
  readonly removal?: Removal;
};

/** A network whose accounts are connected through its own OAuth pages. */
export type OAuthAdapter = NetworkAdapter & { readonly platform: OAuthPlatform; readonly connect: OAuthConnect };
