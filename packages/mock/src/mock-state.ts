import type { Clock } from './clock.ts';
import type { EventWriter } from './events/write-events.ts';
import type { HubScripts } from './hubs/hub-scripts.ts';
import type { Ids } from './ids.ts';
import type { RemoteFiles } from './media/remote-files.ts';
import type { Networks } from './network-scripts.ts';
import type { Timeline } from './timeline.ts';
import type { Traffic } from './traffic.ts';
import type { DeliverFunction, Receivers } from './webhooks/receivers.ts';
import type { World } from './world.ts';

/** The values that the routes of a mock work on. */
export type MockState = {
  readonly world: World;
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly traffic: Traffic;
  readonly ids: Ids;
  /** Separate ids for events, webhooks and deliveries: their number changes no other id. */
  readonly eventIds: Ids;
  readonly events: EventWriter;
  readonly receivers: Receivers;
  /** Null where nothing is delivered: every webhook then answers 204. */
  readonly deliver: DeliverFunction | null;
  readonly networks: Networks;
  readonly hubs: HubScripts;
  readonly remoteFiles: RemoteFiles;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly requestsPerMinute: number;
  readonly publishesPerMinute: number;
  /** LinkedIn lets the installation's app read what members get. */
  readonly mayReadMembers: boolean;
  /** Hosts exempt from the rule against private addresses, as an operator can exempt them. */
  readonly isHostAllowed: (url: URL) => boolean;
};

/** Milliseconds as the API writes times. */
export const iso = (ms: number): string => new Date(ms).toISOString();
