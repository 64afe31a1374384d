import type { Account, OAuthPlatform } from '@fanfare/contract';
import type { World } from './implementation.ts';

/** One request that a network of the sandbox got. */
export type NetworkRequest = {
  /** Counts up. */
  readonly id: number;
  readonly method: string;
  /** As the network documents it, without the query. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null when there was none, or when it is not text. */
  readonly body: string | null;
};

/** A post as readers of a network of the sandbox see it. */
export type SeenPost = {
  readonly text: string;
  readonly media: readonly {
    readonly type: 'image' | 'video';
    readonly coverUrl: string | null;
    readonly altText: string | null;
  }[];
};

/**
 * The inside of a server: what it stores, what it sends to networks, and how it behaves with other
 * settings. A mock has none of it.
 */
export type Inside = {
  /** All requests that the network got so far, oldest first. */
  requestsTo(network: OAuthPlatform): Promise<readonly NetworkRequest[]>;
  /** The posts that the account has published, newest first. */
  published(account: Account): Promise<readonly SeenPost[]>;
  /**
   * Whether any column of any table holds this: a text as it is or as its bytes, bytes as they are.
   */
  stores(what: string | Uint8Array): Promise<boolean>;
  /** The number of credentials that are stored for the account. */
  credentials(account: Account): Promise<number>;
  /** Times at which the scheduler looks for what is due, as cron expressions. */
  ticks(): Promise<readonly string[]>;
  /** Runs `fanfare …` on this service. */
  command(...words: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
  /**
   * Another service, with its own database. It shows no confirmation page before a network, and its
   * resolver has this machine's address for `intranet.example.com` and `exempt.example.com`, of
   * which it may call the second. `breakService` breaks it: only statements that go alone do.
   */
  other(): Promise<World>;
};
