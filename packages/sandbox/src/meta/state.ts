import { type Containers, createContainers } from './containers.ts';
import { createPosts, type MetaPost, type Posts } from './posts.ts';
import type { MetaWorld } from './world.ts';

/** The state of a simulator: `world` (people, apps, tokens), containers and posts. */
export type MetaState<Post extends MetaPost> = {
  readonly world: MetaWorld;
  readonly containers: Containers<Post['draft']>;
  readonly posts: Posts<Post>;
  /** Public address of a post. */
  urlOf(post: Post): string;
};

export function createMetaState<Post extends MetaPost>(
  world: MetaWorld,
  network: { readonly name: 'instagram' | 'threads'; readonly permalinkPath: (post: Post) => string },
): MetaState<Post> {
  return {
    world,
    containers: createContainers<Post['draft']>(world),
    posts: createPosts<Post>(),
    urlOf: (post) => `${world.context.urlOf(network.name, 'www')}${network.permalinkPath(post)}`,
  };
}
