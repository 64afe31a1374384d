import type { Hub, HubType, Space } from '@fanfare/contract';

/** A space as its hub describes it. */
export type HubSpace = Omit<Space, 'isDefault'>;

/** A hub that the mock knows. */
export type StoredHub = {
  readonly url: string;
  readonly type: HubType;
  readonly name: string;
  /** In the order of every list. */
  readonly spaces: readonly HubSpace[];
};

/** The hub of an account, and the key it publishes with; null for a seeded account. */
export type AccountHub = Hub & { readonly apiKey: string | null };

/** A one-time code that a user of a hub generated. */
export type ConnectCode = {
  readonly hub: StoredHub;
  readonly username: string;
  /** The space that the hub suggests as default. */
  readonly defaultSpaceSlug: string | null;
  readonly expiresAtMs: number;
  isUsed: boolean;
};
