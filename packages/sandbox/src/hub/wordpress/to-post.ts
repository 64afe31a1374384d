import { escapeHtml } from '../../html.ts';
import type { JsonObject } from '../../read-json.ts';
import { readContent } from '../content.ts';
import { dateText, linkOf, restUrl } from './permalinks.ts';
import { toSlug } from './slugs.ts';
import type { Post, World } from './world.ts';

/** `view` is what everybody sees; `edit` also has the texts as they were written. */
export type Context = 'view' | 'embed' | 'edit';

/** A post as the REST API answers it. */
export function toPost(world: World, post: Post, context: Context = 'view'): JsonObject {
  const edits = context === 'edit';
  const raw = (text: string) => (edits ? { raw: text } : {});
  return {
    id: post.id,
    date: dateText(post.date),
    date_gmt: dateText(post.date),
    guid: { rendered: `${world.hub.url()}/?p=${post.id}`, ...raw(`${world.hub.url()}/?p=${post.id}`) },
    modified: dateText(post.modified),
    modified_gmt: dateText(post.modified),
    ...(edits && { password: '' }),
    slug: post.slug,
    status: post.status,
    type: 'post',
    link: linkOf(world, post),
    title: { ...raw(post.title), rendered: escapeHtml(post.title) },
    content: {
      ...raw(post.content),
      rendered: renderContent(post.content),
      protected: false,
      ...(edits && { block_version: hasBlocks(post.content) ? 1 : 0 }),
    },
    excerpt: { ...raw(post.excerpt), rendered: renderContent(post.excerpt), protected: false },
    author: post.authorId,
    featured_media: post.featuredMedia,
    comment_status: post.commentStatus,
    ping_status: 'open',
    sticky: post.sticky,
    template: '',
    format: post.format,
    meta: [],
    categories: post.categories,
    tags: post.tags,
    ...(edits && {
      permalink_template: `${world.hub.url()}/${dateText(post.date).slice(0, 10).replaceAll('-', '/')}/%postname%/`,
      generated_slug: post.slug || toSlug(post.title),
    }),
    _links: linksOf(world, post),
  };
}

/** `the_content`: block markers go, and plain text without blocks gets its paragraphs. */
export function renderContent(content: string): string {
  if (hasBlocks(content) || /<(p|div|figure|ul|ol|h[1-6])\b/i.test(content)) return readContent(content).html;
  const paragraphs = content.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  return paragraphs.map((part) => `<p>${readContent(part.trim().replace(/\n/g, '<br>\n')).html}</p>\n`).join('');
}

function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

function linksOf(world: World, { id, authorId, featuredMedia }: Post): JsonObject {
  const embeddable = (href: string) => [{ embeddable: true, href }];
  return {
    self: [{ href: restUrl(world, `posts/${id}`) }],
    collection: [{ href: restUrl(world, 'posts') }],
    author: embeddable(restUrl(world, `users/${authorId}`)),
    replies: embeddable(restUrl(world, `comments?post=${id}`)),
    ...(featuredMedia !== 0 && { 'wp:featuredmedia': embeddable(restUrl(world, `media/${featuredMedia}`)) }),
  };
}
