import type { HubDriver } from '@fanfare/hub';
import type { GateFault, MovedClock } from '@fanfare/network-conformance/parts';
import type { Draft } from '@fanfare/rules';

/** A fault of the next requests of one edge; `gzip_bomb` and `huge_json` replace the hub. */
export type HubFault = GateFault;

/** The values that a person gives to connect. */
export type GivenKey = { readonly username: string | null; readonly apiKey: string };

/** A post as visitors see it. Fields that a hub does not have are left out. */
export type LiveHubPost = {
  readonly id: string;
  readonly url: string;
  /** As plain text, title and body together. */
  readonly text: string;
  readonly images: readonly { readonly altText?: string | null }[];
  /** Name of the space it is in. */
  readonly space?: string;
};

/** A simulated hub that listens on a real port, and the driver under test. */
export type TestHub = {
  readonly driver: HubDriver;
  /** The address that a person enters for the hub. */
  readonly url: string;
  /**
   * Values of `{…}` in the Path column: `{ api: 'http://127.0.0.1:4600/hub/micropub/micropub' }`.
   */
  readonly known: Readonly<Record<string, string>>;
  /** Addresses of two images that the driver can fetch. */
  readonly images: readonly [string, string];
  /** Options of the driver with which a carousel is published. Absent where it has none. */
  readonly options?: NonNullable<Draft['options']>;
  /** Resets the hub to its state after the start: no post, no upload, no key. */
  reset(): Promise<void>;
  /** A new key of a person who may publish and upload; the same person each time. */
  makeKey(): Promise<GivenKey>;
  /** A key of a person without a right. Absent where all may publish or a hub does not say. */
  makeKeyWithoutRights?(): Promise<GivenKey>;
  /** The person ends all keys. */
  endKeys(): Promise<void>;
  /** Names of spaces, by slug, after a reset; empty for a hub without spaces. */
  readonly spaces: Readonly<Record<string, string>>;
  /** Adds spaces `circle-1` and up. Needed where the hub has spaces. */
  addSpaces?(count: number): Promise<void>;
  /** The hub now names this address for uploads. Absent where it never names one. */
  moveUploads?(url: string): Promise<void>;
  fail(fault: HubFault): Promise<void>;
  /** Removes the faults that have not happened yet. */
  clearFaults(): Promise<void>;
  /** Posts that are public now, newest first. */
  posts(): Promise<readonly LiveHubPost[]>;
  /** The number of drafts and uploads that no public post uses. */
  leftovers(): Promise<number>;
  /** Somebody comments on a post. For drivers with metrics that count comments. */
  comment?(id: string): Promise<void>;
  close(): Promise<void>;
};

/** Starts a test hub with `clock`: waits of drivers move that clock and take no time. */
export type StartTestHub = (clock: MovedClock) => Promise<TestHub>;
