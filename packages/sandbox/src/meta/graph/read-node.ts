import type { Container } from '../containers.ts';
import type { MetaPost } from '../posts.ts';
import type { MetaProfile } from '../profiles.ts';
import type { MetaState } from '../state.ts';
import { answerFields, answerList, graphTimestamp, type Node, wrapInData } from './fields.ts';
import { type GraphAnswer, missingObject, refused } from './graph-answer.ts';
import { type GraphCall, isOwnAccount } from './graph-router.ts';
import type { Operation } from './operations.ts';

/** The nodes of a network and their fields. */
export type NodeRules<Post extends MetaPost> = {
  profile(profile: MetaProfile): Node;
  /** True: the profile is answered inside `data`. */
  isProfileWrapped?(username: string): boolean;
  container(container: Container<Post['draft']>): Node;
  post(post: Post): Node;
  /** A node of another kind, such as a comment. */
  other?(call: GraphCall): Node | undefined;
  /** The posts in a person's list of posts; all when absent. */
  isListed?(post: Post): boolean;
};

type ReadDeps<Post extends MetaPost> = MetaState<Post> & { readonly nodes: NodeRules<Post> };

/** The kind of call of a `GET /{id}`, by the kind of the id. */
export function operationOfRead<Post extends MetaPost>(deps: ReadDeps<Post>, call: GraphCall): Operation {
  if (isOwnAccount(call)) return 'read_profile';
  return deps.containers.find(call.node) ? 'read_container' : 'read_media';
}

/** `GET /{id}`: the account itself, a container, a post, or another node of the network. */
export function readNode<Post extends MetaPost>(deps: ReadDeps<Post>, call: GraphCall): GraphAnswer {
  const { nodes } = deps;
  const { username } = call.profile;
  const fields = call.parameters.get('fields');
  if (isOwnAccount(call)) {
    const answer = answerFields(nodes.profile(call.profile), fields);
    return nodes.isProfileWrapped?.(username) ? wrapInData(answer) : answer;
  }
  const container = deps.containers.find(call.node);
  if (container?.username === username) return answerFields(nodes.container(container), fields);
  const post = deps.posts.find(call.node);
  if (post?.username === username) return answerFields(nodes.post(post), fields);
  const other = nodes.other?.(call);
  return other ? answerFields(other, fields) : refused(missingObject(call.method, call.node));
}

/** `GET /{user}/{posts}`: the caller's own posts, newest first. */
export function listPosts<Post extends MetaPost>(deps: ReadDeps<Post>, call: GraphCall): GraphAnswer {
  const { nodes } = deps;
  const posts = deps.posts.of(call.profile.username).filter((post) => nodes.isListed?.(post) ?? true);
  return answerList(
    posts.toReversed().map((post) => nodes.post(post)),
    call.parameters.get('fields'),
  );
}

/** Fields that posts of both networks have. */
export function postFields<Post extends MetaPost>(
  { world, urlOf }: MetaState<Post>,
  post: Post,
): Readonly<Record<string, unknown>> {
  const { draft, username } = post;
  return {
    id: post.id,
    permalink: world.permalinkHidden.of(username) ? undefined : urlOf(post),
    shortcode: post.shortcode,
    media_url: draft.type === 'CAROUSEL_ALBUM' ? undefined : draft.items[0]?.url,
    alt_text: draft.items[0]?.altText ?? undefined,
    children: post.childIds.length > 0 ? { data: post.childIds.map((id) => ({ id })) } : undefined,
    timestamp: graphTimestamp(post.publishedAt),
    username,
    owner: { id: world.profiles.byUsername(username)?.accountId },
  };
}
