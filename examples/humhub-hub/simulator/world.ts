/** Everything the simulated hub keeps. */
export type World = {
  readonly now: () => number;
  readonly users: User[];
  /**
   * One token a user; a new one replaces it (humhub/rest 0.11.5, models/RestUserBearerToken.php).
   */
  readonly tokens: Map<string, { readonly user: User; readonly expiresAt: number }>;
  readonly spaces: Space[];
  readonly posts: Map<number, Post>;
  readonly habits: Habits;
  lastId: number;
};

export type User = { readonly id: number; readonly username: string; readonly containerId: number };
export type Space = { readonly id: number; readonly slug: string; readonly name: string; readonly containerId: number };
export type File = {
  readonly id: number;
  readonly guid: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
};
export type Post = {
  readonly id: number;
  readonly author: User;
  readonly containerId: number;
  message: string;
  visibility: number;
  likes: number;
  comments: number;
  readonly files: File[];
};

export type Habits = {
  /** Whether owners may read their hidden posts; versions differ. */
  ownersSeeHidden: boolean;
  /** Whether `metadata.visibility` is obeyed when a post is made. */
  hides: boolean;
};

/** `Content::VISIBILITY_…` (HumHub, content/models/Content.php, checked 2026-11). */
export const PRIVATE = 0;
export const PUBLIC = 1;
export const OWNER = 2;

export const nextId = (world: World): number => {
  world.lastId += 1;
  return world.lastId;
};
