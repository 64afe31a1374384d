import type { StartTestHub } from './test-hub.ts';

/** The run that reaches an edge of the hub. */
export type HubRun = 'connect' | 'check' | 'spaces' | 'prepare' | 'publish' | 'metrics' | 'deleteKey' | 'discard';

/** One edge of the hub: its requests as the simulator counts paths, and the run that sends one. */
export type HubEdge = {
  readonly method: string;
  /** A regular expression. */
  readonly path: string;
  readonly run: HubRun;
  /** True: the driver goes on without this answer, because it only improves something. */
  readonly optional?: boolean;
};

/** Everything the suite needs to know about a driver and its hub. */
export type DriverConformance = {
  /** As in the titles of the tests. */
  readonly name: string;
  readonly start: StartTestHub;
  /** Text of docs/hubs/<name>.md with its table "Every request". */
  readonly page: string;
  /** At least `connect` and `publish`; the others have names of their own. */
  readonly edges: { readonly connect: HubEdge; readonly publish: HubEdge } & Readonly<Record<string, HubEdge>>;
  /** True: the hub does not let posts be found again, so a lost answer must be left undecided. */
  readonly unreadable?: boolean;
  /** True: the hub publishes a post at most once, so a lost answer never stays in doubt. */
  readonly repeatable?: boolean;
  /** True: an upload whose answer was lost stays on the hub, because nothing finds it again. */
  readonly losesUploads?: boolean;
  /** Content types of uploads whose body is the file itself. */
  readonly byteTypes?: readonly string[];
  /** Rows that no test of this run reaches, and optional parts: `Create the post: mp-channel`. */
  readonly unused?: readonly string[];
};
