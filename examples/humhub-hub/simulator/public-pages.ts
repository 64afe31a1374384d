import type { ApiRequest } from './read-request.ts';
import { escapeHtml, html, type Reply } from './reply.ts';
import { PUBLIC, type World } from './world.ts';

const IMAGE = /!\[((?:[^\]\\]|\\.)*)\]\(file-guid:([0-9a-f-]{36})\)/g;
const unescaped = (markdown: string): string => markdown.replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1');

/** Pages for visitors: posts that are public, with their images, and files. */
export function publicPage(world: World, { url }: ApiRequest): Reply {
  const id = Number(url.searchParams.get('id'));
  const guid = url.searchParams.get('guid');
  const shown = publicPosts(world);
  if (url.pathname === '/content/perma') {
    const post = shown.find((each) => each.id === id);
    if (!post) return html(404, '<h1>Page not found</h1>');
    const images = post.images.map(
      ({ altText, guid: of }) => `<img src="/file/file/download?guid=${of}" alt="${escapeHtml(altText)}">`,
    );
    return html(200, `<article><p>${escapeHtml(post.text)}</p>${images.join('')}</article>`);
  }
  const file = [...world.posts.values()].flatMap(({ files }) => files).find((each) => each.guid === guid);
  if (url.pathname !== '/file/file/download' || !file) return html(404, '<h1>Page not found</h1>');
  return { status: 200, headers: { 'content-type': file.contentType }, body: file.bytes };
}

/** Public posts as people read them, newest first. */
export const publicPosts = ({ posts, spaces }: World) =>
  [...posts.values()]
    .filter(({ visibility }) => visibility === PUBLIC)
    .map(({ id, message, containerId }) => ({
      id,
      text: unescaped(message.replace(IMAGE, '')).trim(),
      images: [...message.matchAll(IMAGE)].map(([, altText = '', guid = '']) => ({
        altText: unescaped(altText),
        guid,
      })),
      space: spaces.find((space) => space.containerId === containerId)?.name ?? null,
    }))
    .toReversed();
