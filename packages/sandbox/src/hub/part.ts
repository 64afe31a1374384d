import type { Router } from 'express';
import type { PostView } from '../post/post-view.ts';
import type { JsonObject } from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import type { Hub } from './hub.ts';

export type NewSpace = { readonly slug: string; readonly name: string; readonly description: string };

/** One of the two hubs. */
export type HubPart = {
  readonly hub: Hub;
  readonly router: Router;
  /** Posts that are public, newest first. */
  posts(): readonly PostView[];
  /** Everything that is stored, drafts and files among it: what tests count. */
  contents(): { readonly posts: readonly JsonObject[]; readonly media: readonly JsonObject[] };
  /** Somebody deletes a post by hand; false where there is none. */
  deletePost(id: string): boolean;
  readonly spaces: {
    add(space: NewSpace): void;
    remove(slug: string): boolean;
    slugs(): readonly string[];
  };
  readonly rights: { readonly known: (right: string) => boolean; readonly usual: string };
  /** Switches of this hub alone. */
  readonly controls: Simulator['controls'];
  reset(): void;
};
