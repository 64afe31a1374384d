import type { PostView } from '../../simulator.ts';
import { readContent } from '../content.ts';
import { profileId } from '../users.ts';
import { fileUrl, linkOf } from './permalinks.ts';
import { approvedComments, categoriesOf, contentOf, tagsOf } from './post-store.ts';
import type { Post, World } from './world.ts';

/** A published post as the sandbox shows it. */
export function toPostView(world: World, post: Post): PostView {
  const author = world.hub.users.find(({ id }) => id === post.authorId);
  const sections = categoriesOf(world, post).map(({ name }) => name);
  const notes = notesOf(world, post);
  return {
    network: 'hub',
    id: String(post.id),
    url: linkOf(world, post),
    author: {
      id: author ? profileId(world.hub, author) : '',
      username: author?.username ?? '',
      name: author?.name ?? '',
    },
    place: [world.hub.name, ...sections].join(' · '),
    text: [post.title, contentOf(post).text].filter((part) => part !== '').join('\n\n'),
    ...(notes.length > 0 && { notes }),
    media: imagesOf(world, post).map(({ src, alt }) => ({
      type: 'image',
      url: src,
      coverUrl: null,
      altText: alt,
      thumbOffsetMs: null,
    })),
    aiGenerated: false,
    createdAt: new Date(post.date).toISOString(),
    comments: approvedComments(world, post).map(({ id, authorId, content }) => ({
      id: String(id),
      author: world.hub.users.find((user) => user.id === authorId)?.username ?? '',
      text: readContent(content).text,
    })),
    repostedBy: [],
  };
}

/** Notes beside the text: tags, and the summary of lists. */
const notesOf = (world: World, post: Post): readonly string[] => [
  ...tagsOf(world, post).map(({ name }) => `Tag: ${name}`),
  ...(post.excerpt === '' ? [] : [`Excerpt: ${readContent(post.excerpt).text}`]),
];

/** The featured picture, which themes show first, and those in the text. */
function imagesOf(world: World, post: Post) {
  const { images } = contentOf(post);
  const featured = world.media.get(post.featuredMedia);
  const first = featured ? [{ src: fileUrl(world, featured), alt: featured.altText || null }] : [];
  return [...first, ...images];
}
