import type { Mention, Metrics, OAuthPlatform, Platform } from '@fanfare/contract';
import type { ContentRules, Draft } from '@fanfare/rules';
import type { AccountCall, Credential, NetworkIo, Profile } from './account-call.ts';
import type { NetworkError } from './network-error.ts';
import type { CommentDraft, PublicWrite, RepostDraft, UnpublishDraft } from './public-write.ts';

/** Reason that a connect ended without an account: the `reason` of the redirect. */
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
   * Reads the paid plan of the profile again, after each `refresh`; undefined where the network
   * does not say. Absent where no rule depends on one. Throws NetworkError.
   */
  subscription?(io: NetworkIo, credential: Credential): Promise<string | undefined>;
};

/** Reason that a removal callback is refused. Each gets a 400 and changes nothing. */
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
  /**
   * Says why a text cannot be a post's id, for callers; null when it can. Absent: no known form.
   */
  postIdProblem?(text: string): string | null;
  /**
   * Engagement counts of one post, live; a count the network does not report is null. Throws
   * NetworkError: `permission_missing` with a remedy when the account was connected before the
   * permission existed.
   */
  metrics?(call: AccountCall, platformPostId: string): Promise<Metrics>;
  /**
   * Finds who can be mentioned in a post, by a name, the name in an address or the whole address.
   * Only reads; none found is an empty list. Absent where the network has no look-up. Throws
   * NetworkError when every look-up fails.
   *
   * @example
   * const { mentions } = await linkedin.findMentions(call, 'harbour-coffee');
   * mentions[0]?.text; // @[Harbour Coffee](urn:li:organization:90314427)
   */
  findMentions?(call: AccountCall, q: string): Promise<FoundMentions>;
  /** Absent where the network has no removal callbacks. */
  readonly removal?: Removal;
};

/** Mentions that a network found, as far as it could be asked. */
export type FoundMentions = {
  readonly mentions: readonly Mention[];
  /** The failure of one look-up of several; null when none failed. */
  readonly failure: NetworkError | null;
};

/** A network whose accounts are connected through its own OAuth pages. */
export type OAuthAdapter = NetworkAdapter & { readonly platform: OAuthPlatform; readonly connect: OAuthConnect };
