import { escapeHtml } from '../../html.ts';
import type { JsonObject } from '../../read-json.ts';
import { dateText, fileUrl, restUrl } from './permalinks.ts';
import { type Context, renderContent } from './to-post.ts';
import type { Media, World } from './world.ts';

/** A file as the REST API answers it. */
export function toMedia(world: World, media: Media, context: Context): JsonObject {
  const raw = (text: string) => (context === 'edit' ? { raw: text } : {});
  const source = fileUrl(world, media);
  return {
    id: media.id,
    date: dateText(media.date),
    date_gmt: dateText(media.date),
    guid: { rendered: source, ...raw(source) },
    modified: dateText(media.date),
    modified_gmt: dateText(media.date),
    slug: media.slug,
    status: 'inherit',
    type: 'attachment',
    link: `${world.hub.url()}/${media.slug}/`,
    title: { ...raw(media.title), rendered: escapeHtml(media.title) },
    author: media.authorId,
    comment_status: 'open',
    ping_status: 'closed',
    template: '',
    meta: [],
    description: { ...raw(media.description), rendered: renderContent(media.description) },
    caption: { ...raw(media.caption), rendered: renderContent(media.caption) },
    alt_text: media.altText,
    media_type: media.mimeType.startsWith('image/') ? 'image' : 'file',
    mime_type: media.mimeType,
    media_details: detailsOf(media, source),
    post: media.post,
    source_url: source,
    _links: {
      self: [{ href: restUrl(world, `media/${media.id}`) }],
      collection: [{ href: restUrl(world, 'media') }],
      author: [{ embeddable: true, href: restUrl(world, `users/${media.authorId}`) }],
    },
  };
}

function detailsOf({ size, file, bytes, mimeType }: Media, source: string): JsonObject {
  if (!size) return { filesize: bytes, sizes: {} };
  const name = file.split('/').at(-1);
  return {
    ...size,
    file,
    filesize: bytes,
    sizes: { full: { file: name, ...size, mime_type: mimeType, source_url: source } },
    image_meta: {},
  };
}
