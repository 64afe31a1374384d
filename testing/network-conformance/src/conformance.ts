import type { Profile } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { DocumentedError } from './documented-error.ts';
import type { Fixture } from './fixture.ts';
import type { Counts, Files, Shown, StartTestNetwork } from './test-network.ts';

/** The run that reaches an edge of the network. */
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
  | 'unpublish'
  | 'metrics';

/** One edge of the network: its requests as the simulator counts paths, and their run. */
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
  /** Posts that the network takes, once each. `plain` is the simplest and has text. */
  readonly drafts: (files: Files) => { readonly plain: Draft } & Readonly<Record<string, Draft>>;
  /**
   * All of `shown` of each published draft, by its name; a draft without an entry shows nothing
   * else.
   */
  readonly shows?: Readonly<Record<string, Shown>>;
  /** Options that no draft sets, since other tests publish with them. */
  readonly optionsElsewhere?: readonly string[];
  /** Names of drafts of each kind that is an answer in a chain; none where there are no chains. */
  readonly answers?: readonly string[];
  /** An edge for every capability, named by its `run`, and others. Faults are injected there. */
  readonly edges: { readonly publish: Edge; readonly exchange: Edge } & Readonly<Record<string, Edge>>;
  /** Chooses the profile to publish as; the first when absent. */
  readonly pick?: (profiles: readonly Profile[]) => Profile | undefined;
  /**
   * Reads that the network refuses to this account. Writes that cannot be read back after a lost
   * answer must stay undecided; `metrics` end with `permission_missing` before anything is sent.
   */
  readonly unreadable?: readonly ('publish' | 'comment' | 'repost' | 'unpublish' | 'metrics')[];
  /** Paths (regular expressions) of hidden calls that a second run may repeat. */
  readonly repeatable?: readonly string[];
  /** Links to the post with this id, and links to no post. Needed to test reading links. */
  readonly links?: (post: { readonly id: string; readonly username: string }) => {
    readonly posts: readonly string[];
    readonly others: readonly string[];
  };
  /** The counts that the network reports; others are null. For networks with `engage`. */
  readonly counts?: Counts;
  /** A signed request of the network and its id, where the network reports removals. */
  readonly signedRequest?: (fixture: Fixture) => Promise<{ readonly text: string; readonly platformUserId: string }>;
  /** Every error the network documents, produced on its edge. */
  readonly errors?: readonly DocumentedError[];
  /** The file that lists what `errors` become; written anew by `vitest -u`. */
  readonly errorsPage?: string;
  /** Tests of this network alone, such as its quirks. Their requests are checked too. */
  readonly more?: (fixture: () => Fixture) => void;
  /** Rows of the table that no test of this run can reach, by purpose. */
  readonly unused?: readonly string[];
};
