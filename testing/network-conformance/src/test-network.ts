import type { OAuthAdapter } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { Fault } from './fault.ts';
import type { MovedClock } from './moved-clock.ts';

/** Facts of a post that readers see besides its text, media, poll and comments. */
export type Shown = Readonly<Record<string, unknown>>;

/** A post as people see it. Fields that a network does not have are left out. */
export type LivePost = {
  readonly id: string;
  readonly url?: string;
  readonly text: string;
  readonly media: readonly {
    readonly type: Draft['media'][number]['type'];
    readonly altText?: string | null;
    /** Languages of subtitles. */
    readonly captions?: readonly { readonly language: string }[];
  }[];
  readonly aiGenerated?: boolean;
  readonly poll?: { readonly options: readonly string[] };
  /** Everything else that readers see, by names of the test network; nothing when absent. */
  readonly shown?: Shown;
  readonly comments: readonly { readonly id: string; readonly text: string }[];
  readonly repostedBy: readonly string[];
};

/** Addresses of files that both the simulator and the adapter can fetch. */
export type Files = {
  readonly image: string;
  readonly anotherImage: string;
  readonly video: string;
  readonly cover: string;
  /** A PDF; for networks that show documents. */
  readonly document?: string;
  /** SRT; for networks that show subtitles. */
  readonly captions?: string;
};

type Metrics = Awaited<ReturnType<NonNullable<OAuthAdapter['metrics']>>>;

export type Counts = { readonly [Name in keyof Metrics]?: number };

/** A simulated network on a real port, and the adapter under test for its addresses. */
export type TestNetwork = {
  readonly adapter: OAuthAdapter;
  /** Values of `{…}` in the Path column, such as `{ api: 'http://127.0.0.1:4600/x/api' }`. */
  readonly known: Readonly<Record<string, string>>;
  /** Texts that must never be printed besides the account's tokens: the secret of the app. */
  readonly secrets: readonly string[];
  readonly files: Files;
  /** Resets the network to its state after the start: nothing public, no token. */
  reset(): Promise<void>;
  /** Visits the consent page as a person who agrees, and returns the query of the callback. */
  allow(consentPage: URL): Promise<URLSearchParams>;
  /** The same for a person who presses Cancel. */
  deny(consentPage: URL): Promise<URLSearchParams>;
  fail(fault: Fault): Promise<void>;
  /** Removes the faults that have not happened yet. */
  clearFaults(): Promise<void>;
  /** Posts that are public now, newest first. */
  posts(): Promise<readonly LivePost[]>;
  /** Sets the counts of a post. Without this function only their form is checked. */
  engage?(id: string, counts: Counts): Promise<void>;
  close(): Promise<void>;
};

/** Starts a test network with `clock`: waits of adapters move it and take no time. */
export type StartTestNetwork = (clock: MovedClock) => Promise<TestNetwork>;
