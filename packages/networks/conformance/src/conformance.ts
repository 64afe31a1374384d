import type { Profile } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { DocumentedError } from './documented-error.ts';
import type { Counts, Files, StartRig } from './rig.ts';
import type { Stage } from './stage.ts';

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
  readonly start: StartRig;
  /** Text of docs/networks/<name>.md with its table "Every request". */
  readonly page: string;
  /** Posts the network takes; each is published once. `plain` is the simplest and has to have text. */
  readonly drafts: (files: Files) => { readonly plain: Draft } & Readonly<Record<string, Draft>>;
  /**
   * At least the edge of every capability the adapter has, under the name of its `run`; further ones under names of their own. They are what faults are
   * planted on.
   */
  readonly edges: { readonly publish: Edge; readonly exchange: Edge } & Readonly<Record<string, Edge>>;
  /** Which of the profiles to publish as; the first when absent. */
  readonly pick?: (profiles: readonly Profile[]) => Profile | undefined;
  /**
   * What the network does not let this account read. Writes of which nothing can be read once their answer is lost must be left undecided; `metrics` end
   * with `permission_missing` before anything is sent.
   */
  readonly unreadable?: readonly ('publish' | 'comment' | 'repost' | 'metrics')[];
  /** Paths (regular expressions) of hidden calls that a second run may make again, since they make nothing: describing an uploaded file. */
  readonly repeatable?: readonly string[];
  /** Links to the post with this id, in shapes that people share, and links that name no post. Needed where the adapter reads links. */
  readonly links?: (post: { readonly id: string; readonly username: string }) => {
    readonly posts: readonly string[];
    readonly others: readonly string[];
  };
  /** The counts the network reports, as often as a post can have them; the others are null. For rigs that can `engage`. */
  readonly counts?: Counts;
  /** A signed request of the network and the id it names, where it calls back when people leave. */
  readonly signedRequest?: (stage: Stage) => Promise<{ readonly text: string; readonly platformUserId: string }>;
  /** Every error the network documents, provoked on its edge. */
  readonly errors?: readonly DocumentedError[];
  /** The file that lists what `errors` become; written anew by `vitest -u`. */
  readonly errorsPage?: string;
  /** Tests of this network alone, such as its surprises in production. Their requests are checked and count as well. */
  readonly more?: (stage: () => Stage) => void;
  /** Rows of the table that no test of this run can reach, by their purpose. */
  readonly unused?: readonly string[];
};
