import type { HubCall, HubDriver, HubKey } from '@fanfare/hub';
import type { HubSite } from '@fanfare/network';

/** A key that the kit uses: made for a connect code, or given. */
export type KitKey = HubKey & {
  readonly driver: HubDriver;
  readonly isMade: boolean;
};

/** A key together with the hub and the user that it belongs to. */
export type Connected = { readonly key: KitKey; readonly remoteId: string; readonly call: HubCall };

export const siteOf = (key: KitKey, found: Pick<HubSite, 'apiUrl' | 'keyOrigins' | 'name'>): HubSite => ({
  ...found,
  type: key.driver.type,
  url: key.url,
  isKeyOurs: key.isMade,
  defaultSpaceSlug: null,
});
