import type { Metrics, Space, TargetOptions } from '@fanfare/contract';
import type { Call, HubSite, NetworkIo, PublicWrite, Secret } from '@fanfare/network';
import type { HubContent } from './rules.ts';

/** One section of a hub that posts go to: a category, a channel, a group. */
export type HubSpace = Omit<Space, 'isDefault'>;

/** A call to a hub as one of its users. */
export type HubCall = NetworkIo & {
  readonly hub: HubSite;
  /** Name the user signs in with; the empty string where the hub needs none. */
  readonly username: string;
  /** Send it only to an origin in `hub.keyOrigins`. */
  readonly apiKey: Secret;
};

/** The key of a user, given by the user or by the hub for a connect code. */
export type HubKey = {
  /** As the user gave it, without a trailing slash. */
  readonly url: string;
  /** The address of the API , on the origin of `url`; null when unknown. */
  readonly apiUrl: string | null;
  readonly username: string | null;
  /** The hub's id of the user, from the hub with the key, where its API has none. */
  readonly userId?: string;
  readonly apiKey: Secret;
};

/** The hub and the user behind a key. */
export type HubUser = {
  readonly site: Pick<HubSite, 'apiUrl' | 'keyOrigins' | 'name'>;
  /** The address in `platformUserId`, by the hub's own word. Absent: the user's address. */
  readonly home?: string;
  /** The hub's own id of the user: the same at every connect. */
  readonly remoteId: string;
  /** True where the hub names no user: `remoteId` is then the same for all. */
  readonly isAnybody?: boolean;
  /** Name the user signs in with; what `HubCall.username` will be. */
  readonly username: string;
};

export type HubUserAnswer =
  | { readonly ok: true; readonly user: HubUser }
  /** The key works, but a right to publish or upload is missing. `message` names it. */
  | { readonly ok: false; readonly message: string };

export type SpaceQuery = {
  /** Part of a name or slug, in any case; null for every space. */
  readonly q: string | null;
  readonly limit: number;
  readonly offset: number;
};

export type SpacePage = { readonly spaces: readonly HubSpace[]; readonly total: number };

/** For hubs that search and page their spaces themselves. */
export type SearchedSpaces = {
  /** One page, by name. Throws NetworkError. */
  search(call: HubCall, query: SpaceQuery): Promise<SpacePage>;
  /** The space with this slug; null when there is none. Throws NetworkError. */
  find(call: HubCall, slug: string): Promise<HubSpace | null>;
};

/** For hubs that only list. The list is searched and paged here, and kept for a minute. */
export type ListedSpaces = {
  /** All spaces, in any order; at most 10,000 are used. Throws NetworkError. */
  list(call: HubCall): Promise<readonly HubSpace[]>;
};

/** The content of a target, after the content rules: text, or at most 10 images, no video. */
export type HubPost = {
  readonly text: string;
  readonly images: readonly { readonly url: string; readonly altText: string | null }[];
  /** Those of this kind of hub, in a block that is named by its type; absent without any. */
  readonly options?: TargetOptions;
};

/** One run of one publish on a hub. */
export type HubWriteCall = Call &
  HubCall & {
    /**
     * The space the post goes to: the one the target names, else the default of the account; null
     * where neither names one. Looked up once. Throws `space_not_found`.
     */
    findSpace(): Promise<HubSpace | null>;
  };

/**
 * One kind of hub: how its API is spoken. A capability is the presence of its function.
 *
 * @example
 * const hub = createHubAdapter({ drivers: [createWordpress(), createMicropub()] });
 */
export type HubDriver = HubContent & {
  /** The usual name of the software or the protocol. */
  readonly name: string;
  /** Whether a key only works together with the name of its user. */
  readonly needsUsername: boolean;
  /**
   * Finds the API and the user behind a key, and checks that the user may publish and upload. Makes
   * nothing. Throws NetworkError: `credential_rejected` when the hub refuses the key,
   * `content_rejected` when there is no such hub at the address.
   */
  connect(io: NetworkIo, key: HubKey): Promise<HubUserAnswer>;
  /**
   * The address that the hub at `url` says it has, found without a key; null where it says none.
   * Finds accounts that were connected under another address of the same hub. Throws NetworkError.
   */
  findHome?(io: NetworkIo, url: string): Promise<string | null>;
  /** Asks the hub for the user. Throws `credential_rejected` only when the key has ended. */
  checkKey(call: HubCall): Promise<void>;
  readonly spaces: SearchedSpaces | ListedSpaces;
  /**
   * Publishing, whole or not at all: `prepare` uploads every image in a step of its own (`media`,
   * in array order) and makes a draft where the hub has drafts (`container`); `send` makes the post
   * public with one call. Put `call.key` where the hub stores it, so that `reconcile` can find the
   * post.
   */
  readonly publish: PublicWrite<HubPost, HubWriteCall>;
  /** Engagement counts of a post; a count the hub does not report is null. Throws NetworkError. */
  metrics?(call: HubCall, platformPostId: string): Promise<Metrics>;
  /**
   * Deletes a published post with one public call, or finds it gone. It may be called again after a
   * lost answer, so a second deletion must do no harm. Throws NetworkError.
   */
  deletePost?(call: HubCall, platformPostId: string): Promise<void>;
  /** Deletes our own key on the hub, or finds it gone. Throws NetworkError. */
  deleteKey?(call: HubCall): Promise<void>;
};
