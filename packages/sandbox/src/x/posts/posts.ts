import type { XPost } from '../content.ts';
import { mediaKey } from '../media/media.ts';
import type { XPerson, XWorld } from '../world.ts';
import { shortenLinks } from './shorten-links.ts';

export type NewPost = Pick<
  XPost,
  | 'text'
  | 'media'
  | 'previewMedia'
  | 'poll'
  | 'replySettings'
  | 'madeWithAi'
  | 'paidPartnership'
  | 'taggedIds'
  | 'community'
  | 'isForSubscribers'
  | 'isSharedWithFollowers'
  | 'replyToId'
  | 'repostOfId'
>;

export const plainPost: Omit<NewPost, 'text'> = {
  media: [],
  previewMedia: null,
  poll: null,
  replySettings: 'everyone',
  madeWithAi: false,
  paidPartnership: false,
  taggedIds: [],
  community: null,
  isForSubscribers: false,
  isSharedWithFollowers: false,
  replyToId: null,
  repostOfId: null,
};

/** Stores a post after all checks. */
export function addPost(world: XWorld, author: XPerson, content: NewPost): XPost {
  const id = world.nextId();
  const [first] = content.media;
  const kind = first?.content?.kind === 'photo' ? 'photo' : 'video';
  const address = `https://x.com/${author.username}/status/${id}/${kind}/1`;
  const shortened = shortenLinks(content.text, world, first ? { address, keys: content.media.map(mediaKey) } : null);
  const post: XPost = {
    ...content,
    id,
    authorId: author.id,
    storedText: shortened.text,
    links: shortened.links,
    createdAtMs: world.clock.now(),
    isDeleted: false,
    setCounts: {},
    looks: 0,
  };
  world.state.posts.add(post);
  return post;
}
