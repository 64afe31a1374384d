import type { HubType } from '@fanfare/contract';
import type { AccountCall, HubSite, NetworkAdapter, NetworkIo, Secret } from '@fanfare/network';
import type { Refused } from '@fanfare/rules';
import type { SpacePage, SpaceQuery } from './hub-driver.ts';

/** The request to connect a hub account; shapes are checked already. */
export type ConnectHubRequest = {
  /** Without a trailing slash. */
  readonly url: string;
  readonly with:
    | { readonly type: HubType; readonly username: string | null; readonly apiKey: Secret }
    | { readonly connectCode: Secret };
  readonly defaultSpaceSlug: string | null;
};

/** A connected hub user, ready to be stored. */
export type ConnectedHub = {
  readonly ok: true;
  readonly site: HubSite;
  /** `user:{remote id}@{host}{path}`, of the address that the hub says it has. */
  readonly platformUserId: string;
  /** The hub's own id of the user, as `platformUserId` has it. */
  readonly remoteId: string;
  /** The address that the hub says it has. */
  readonly home: string;
  /** True where the hub does not say whose the key is. */
  readonly isAnybody: boolean;
  readonly username: string;
  readonly apiKey: Secret;
};

/**
 * Self-hosted hubs as one network: picks the driver by the type of the account's hub.
 *
 * @example
 * const hub = createHubAdapter({ drivers: [createWordpress(), createMicropub()], serviceName: 'Fanfare' });
 * const connected = await hub.connectHub(io, { url: 'https://community.example.org', with: { connectCode }, defaultSpaceSlug: null });
 */
export type HubAdapter = NetworkAdapter & {
  readonly platform: 'hub';
  /** Connects a user of a hub by key or by connect code. Never throws for anything a hub does. */
  connectHub(io: NetworkIo, request: ConnectHubRequest): Promise<ConnectedHub | Refused>;
  /** The address of the hub by its own word; null where it gives none. */
  findHome(io: NetworkIo, hub: Pick<HubSite, 'type' | 'url'>): Promise<string | null>;
  /** One page of the spaces of an account's hub, by name. Throws NetworkError. */
  listSpaces(call: AccountCall, query: SpaceQuery): Promise<SpacePage>;
};
