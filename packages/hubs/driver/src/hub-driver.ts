import type { HubType, Metrics, Space } from '@fanfare/contract';
import type { Call, HubSite, NetworkIo, PublicWrite, Secret } from '@fanfare/network';

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

/** What a user gave to connect a hub by its key, or what the hub returned for a connect code. */
export type HubKey = {
  /** As the user gave it, without a trailing slash. */
  readonly url: string;
  /** Where the hub says its API is; null when nobody said. On the origin of `url`. */
  readonly apiUrl: string | null;
  readonly username: string | null;
  /** The hub's own id of the user, where it said it with the key. For hubs whose API does not say it. */
  readonly userId?: string;
  readonly apiKey: Secret;
};

/** The hub and the user behind a key. */
export type HubUser = {
  readonly site: Pick<HubSite, 'apiUrl' | 'keyOrigins' | 'name'>;
  /** The address that the hub itself says it has, which names it in `platformUserId`. Absent: the address that the user gave. */
  readonly home?: string;
  /** The hub's own id of the user: the same at every connect. */
  readonly remoteId: string;
  /** True where the hub does not say whose the key is: `remoteId` is the same for all its users then. */
  readonly isAnybody?: boolean;
  /** Name the user signs in with; what `HubCall.username` will be. */
  readonly username: string;
};

export type HubUserAnswer =
  | { readonly ok: true; readonly user: HubUser }
  /** The key works, but its user may not publish or upload. `message` says which right is missing. */
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

/** What a target publishes on a hub. It has passed the content rules: text or images, at most 10 images, no video. An alternative text is never blank. */
export type HubPost = {
  readonly text: string;
  readonly images: readonly { readonly url: string; readonly altText: string | null }[];
};

/** One run of one publish on a hub. */
export type HubWriteCall = Call &
  HubCall & {
    /**
     * The space the post goes to: the one the target names, else the default of the account; null where neither names one. Looked up once.
     * Throws `space_not_found`.
     */
    findSpace(): Promise<HubSpace | null>;
  };

/**
 * One kind of hub: how its API is spoken. A capability is the presence of its function.
 *
 * @example
 * const hub = createHubAdapter({ drivers: [createWordpress(), createMicropub()] });
 */
export type HubDriver = {
  readonly type: HubType;
  /** What people call the software or the protocol. */
  readonly name: string;
  /** Whether a key only works together with the name of its user. */
  readonly needsUsername: boolean;
  /**
   * Finds the API and the user behind a key, and checks that the user may publish and upload. Makes nothing. Throws NetworkError: `credential_rejected`
   * when the hub refuses the key, `content_rejected` when there is no such hub at the address.
   */
  connect(io: NetworkIo, key: HubKey): Promise<HubUserAnswer>;
  /**
   * The address that the hub at `url` says it has, found without a key; null where it says none. Finds accounts that were connected under another
   * address of the same hub. Throws NetworkError.
   */
  findHome?(io: NetworkIo, url: string): Promise<string | null>;
  /** Asks the hub who the user is, to find out whether a key that it refused has really ended. Throws NetworkError: `credential_rejected` only when it has. */
  checkKey(call: HubCall): Promise<void>;
  readonly spaces: SearchedSpaces | ListedSpaces;
  /**
   * Publishing, whole or not at all: `prepare` uploads every image in a step of its own (`media`, in array order) and makes a draft where the hub has
   * drafts (`container`); `send` makes the post public with one call. Put `call.key` where the hub stores it, so that `reconcile` can find the post.
   */
  readonly publish: PublicWrite<HubPost, HubWriteCall>;
  /** Engagement counts of a post; a count the hub does not report is null. Throws NetworkError. */
  metrics?(call: HubCall, platformPostId: string): Promise<Metrics>;
  /** Deletes our own key on the hub. A key that is gone already counts as success. Throws NetworkError. */
  deleteKey?(call: HubCall): Promise<void>;
};
