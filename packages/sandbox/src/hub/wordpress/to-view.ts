import type { ArticleView, PostView } from '../../post/post-view.ts';
import { readContent } from '../content.ts';
import type { EditedPost } from '../editor-page.ts';
import { profileId } from '../users.ts';
import { fileUrl, linkOf } from './permalinks.ts';
import { approvedComments, categoriesOf, contentOf, livePosts, tagsOf } from './post-store.ts';
import type { Post, World } from './world.ts';

/** A published post as the sandbox shows it. */
export function toPostView(world: World, post: Post): PostView {
  const author = world.hub.users.find(({ id }) => id === post.authorId);
  const sections = categoriesOf(world, post).map(({ name }) => name);
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
    article: articleOf(world, post),
    media: imagesOf(world, post).map(({ src, alt }) => ({
      type: 'image',
      url: src,
      coverUrl: null,
      altText: alt,
      thumbOffsetMs: null,
    })),
    aiGenerated: false,
    createdAt: new Date(post.date).toISOString(),
    comments: approvedComments(world, post).map(({ id, authorId, content, date }) => ({
      id: String(id),
      author: world.hub.users.find((user) => user.id === authorId)?.username ?? '',
      text: readContent(content).text,
      createdAt: new Date(date).toISOString(),
    })),
    repostedBy: [],
  };
}

/** The values that an editor sees. */
function articleOf(world: World, post: Post): ArticleView {
  return {
    title: post.title,
    excerpt: readContent(post.excerpt).text,
    slug: post.slug,
    status: post.status,
    categories: categoriesOf(world, post).map(({ name }) => name),
    tags: tagsOf(world, post).map(({ name }) => name),
  };
}

/** All posts that are not in the trash, newest first. */
export function editedPosts(world: World): readonly EditedPost[] {
  const living = livePosts(world).filter(({ status }) => status !== 'trash');
  return living
    .toSorted((one, other) => other.date - one.date || other.id - one.id)
    .map((post) => ({
      ...articleOf(world, post),
      url: linkOf(world, post),
      author: world.hub.users.find(({ id }) => id === post.authorId)?.name ?? '',
      publishedAt: post.date,
      imageUrl: imagesOf(world, post)[0]?.src ?? null,
    }));
}

/** The featured picture, which themes show first, and those in the text. */
function imagesOf(world: World, post: Post) {
  const { images } = contentOf(post);
  const featured = world.media.get(post.featuredMedia);
  const first = featured ? [{ src: fileUrl(world, featured), alt: featured.altText || null }] : [];
  return [...first, ...images];
}
