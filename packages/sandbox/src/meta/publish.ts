import type { Container } from './containers.ts';
import { answered, type GraphAnswer, type GraphFailure, invalidParameter, refused } from './graph/graph-answer.ts';
import type { GraphCall } from './graph/graph-router.ts';
import type { MetaPost } from './posts.ts';
import type { MetaState } from './state.ts';

/** The differences between the two networks in publishing. */
export type PublishRules<Post extends MetaPost> = {
  /** First digits of the id of a post. */
  readonly idPrefix: string;
  /** Says why the container cannot be published, null when it can. */
  containerFailure(
    container: Container<Post['draft']> | undefined,
    call: GraphCall,
    creationId: string,
  ): GraphFailure | null;
  /** The rest of the quota of posts of this kind for today, and the counter of one. */
  quotaOf(username: string, draft: Post['draft']): { readonly left: number; readonly record: () => void };
  readonly accountRestricted: GraphFailure;
  readonly quotaUsedUp: GraphFailure;
  /** Adds fields of this network's posts. */
  newPost(post: MetaPost<Post['draft']>): Post;
};

export type PublishDeps<Post extends MetaPost> = MetaState<Post> & { readonly publishing: PublishRules<Post> };

/** Publishes the container `creation_id`. Synchronous: no two calls can publish one container. */
export function publishContainer<Post extends MetaPost>(deps: PublishDeps<Post>, call: GraphCall): GraphAnswer {
  const creationId = call.parameters.get('creation_id');
  if (!creationId) return refused(invalidParameter('The parameter creation_id is required'));
  const container = deps.containers.find(creationId);
  const failure = deps.publishing.containerFailure(container, call, creationId);
  if (failure) return refused(failure);
  if (!container || container.draft.isCarouselItem)
    return refused(invalidParameter('Carousel items cannot be published by themselves'));
  const answer = publishDraft(deps, call.profile.username, container.draft);
  if (answer.ok) deps.containers.markPublished(container);
  return answer;
}

/** Creates a post from a draft, if the person may publish and the quota allows it. */
export function publishDraft<Post extends MetaPost>(
  deps: PublishDeps<Post>,
  username: string,
  draft: Post['draft'],
): GraphAnswer {
  const { world, publishing } = deps;
  if (world.restricted.of(username)) return refused(publishing.accountRestricted);
  const quota = publishing.quotaOf(username, draft);
  if (quota.left <= 0) return refused(publishing.quotaUsedUp);

  quota.record();
  const post: MetaPost<Post['draft']> = {
    id: world.ids.next(publishing.idPrefix),
    username,
    shortcode: world.ids.shortcode(),
    draft,
    childIds: draft.type === 'CAROUSEL_ALBUM' ? draft.items.map(() => world.ids.next(publishing.idPrefix)) : [],
    publishedAt: world.clock.now(),
    insights: {},
  };
  deps.posts.add(publishing.newPost(post));
  return answered({ id: post.id });
}
