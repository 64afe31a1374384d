import type { Profile } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { DocumentedError } from './documented-error.ts';
import type { Fixture } from './fixture.ts';
import type { Counts, Files, StartTestNetwork } from './test-network.ts';

/** What the suite does to reach an edge of the network. */
export type Run =
  | 'exchange'
  | 'profiles'
  | 'refresh'
  | 'revoke'
  | 'prepare'
  | 'publish'
  | 'permalink'
  | 'comment'
  | 'prepare-comment'
  | 'repost'
  | 'metrics';

/** One edge of the network: which requests it gets, as the simulator counts paths, and what makes the adapter send one. */
export type Edge = {
  readonly method: string;
  /** A regular expression. */
  readonly path: string;
  readonly run: Run;
  /** Name of the draft that leads there; `plain` when absent. */
  readonly draft?: string;
};

/** Everything the suite needs to know about a network. */
export type Conformance = {
  /** As in the titles of the tests. */
  readonly name: string;
  readonly start: StartTestNetwork;
  /** Text of docs/networks/<name>.md with its table "Every request". */
  readonly page: string;
  /** Posts the network takes; each is published once. `plain` is the simplest and has to have text. */
  readonly drafts: (files: Files) => { readonly plain: Draft } & Readonly<Record<string, Draft>>;
  /** At least the edge of every capability of the adapter, under the name of its `run`; further ones have other names. The suite injects faults there. */
  readonly edges: { readonly publish: Edge; readonly exchange: Edge } & Readonly<Record<string, Edge>>;
  /** Which of the profiles to publish as; the first when absent. */
  readonly pick?: (profiles: readonly Profile[]) => Profile | undefined;
  /**
   * What the network does not let this account read. Writes that cannot be read back after a lost answer must stay undecided; `metrics` end with
   * `permission_missing` before anything is sent.
   */
  readonly unreadable?: readonly ('publish' | 'comment' | 'repost' | 'metrics')[];
  /** Paths (regular expressions) of hidden calls that a second run may make again, since they make nothing: describing an uploaded file. */
  readonly repeatable?: readonly string[];
  /** Links to the post with this id, in the forms people share, and links to no post. Needed where the adapter reads links. */
  readonly links?: (post: { readonly id: string; readonly username: string }) => {
    readonly posts: readonly string[];
    readonly others: readonly string[];
  };
  /** The counts the network reports, as many as a post can have; the others are null. For test networks that can `engage`. */
  readonly counts?: Counts;
  /** A signed request of the network and the id it names, where the network notifies of removals. */
  readonly signedRequest?: (fixture: Fixture) => Promise<{ readonly text: string; readonly platformUserId: string }>;
  /** Every error the network documents, produced on its edge. */
  readonly errors?: readonly DocumentedError[];
  /** The file that lists what `errors` become; written anew by `vitest -u`. */
  readonly errorsPage?: string;
  /** Tests of this network alone, such as its quirks in production. Their requests are checked and counted too. */
  readonly more?: (fixture: () => Fixture) => void;
  /** Rows of the table that no test of this run can reach, by purpose. */
  readonly unused?: readonly string[];
};
