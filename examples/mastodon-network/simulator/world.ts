/** A person with an account on the simulated server. */
export type Person = { readonly id: string; readonly username: string; disabled: boolean };

export type App = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
};

export type Code = {
  readonly app: App;
  readonly person: Person;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly challenge: string | null;
};

export type Token = { readonly person: Person; readonly scopes: readonly string[]; revoked: boolean };

export type Attachment = {
  readonly id: string;
  readonly owner: Person;
  readonly type: 'image' | 'gifv' | 'video';
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly description: string | null;
  /** The number of looks that still find it unprocessed. */
  looksLeft: number;
  statusId: string | null;
};

export type Status = {
  readonly id: string;
  readonly author: Person;
  readonly createdAt: number;
  readonly text: string;
  readonly media: readonly Attachment[];
  readonly inReplyTo: Status | null;
  readonly reblogOf: Status | null;
  favourites: number;
};

/** The state of a Mastodon server, as far as publishing needs it. */
export type World = {
  readonly now: () => number;
  people: Person[];
  apps: App[];
  codes: Map<string, Code>;
  tokens: Map<string, Token>;
  media: Attachment[];
  /** Oldest first. */
  statuses: Status[];
  /** By account and key; kept for an hour (Mastodon, Idempotency-Key, checked 2026-11). */
  keys: Map<string, { readonly status: Status; readonly until: number }>;
  /** Calls of each token in the current five minutes. */
  calls: Map<string, { count: number; readonly until: number }>;
  /** Looks until a video is processed. */
  videoLooks: number;
  /** A random text for codes, tokens and ids of apps. */
  readonly secret: () => string;
};

let lastId = 0n;

/** Ids grow: milliseconds, then 16 bits of a counter (Mastodon, Guidelines, checked 2026-11). */
export function nextId(world: World): string {
  const least = BigInt(world.now()) << 16n;
  lastId = least > lastId ? least : lastId + 1n;
  return lastId.toString();
}
