import type { HubWriteCall } from '@fanfare/hub';
import { NetworkError, readAnswer } from '@fanfare/network';
import { readRest } from './call-wordpress.ts';
import { MediaListAnswer, PostAnswer, PostsAnswer, type SeenPost } from './wire.ts';

export const POST_FIELDS = 'id,status,slug,link';
export const MEDIA_FIELDS = 'id,slug,source_url';

/** The post of the account with this slug, as a draft or published; null when there is none. */
export async function findPost(
  call: HubWriteCall,
  { slug, status }: { readonly slug: string; readonly status: 'draft' | 'publish' },
): Promise<SeenPost | null> {
  const query = { slug, status, context: 'edit', _fields: POST_FIELDS };
  const answer = await readRest(call, { route: 'posts', query, on: 'read' });
  const posts = readAnswer('WordPress', PostsAnswer, answer, 'a search for the post');
  return posts.find((post) => post.slug === slug && post.status === status) ?? null;
}

/** One post by its id. Throws NetworkError, `rest_post_invalid_id` when it is gone. */
export async function readPost(call: HubWriteCall, id: string): Promise<SeenPost> {
  const query = { context: 'edit', _fields: POST_FIELDS };
  const answer = await readRest(call, { route: `posts/${encodeURIComponent(id)}`, query, on: 'read' });
  return readAnswer('WordPress', PostAnswer, answer, 'what became of the post');
}

/** An uploaded file by its slug; null when there is none. */
export async function findMedia(call: HubWriteCall, slug: string) {
  const query = { slug, _fields: MEDIA_FIELDS };
  const answer = await readRest(call, { route: 'media', query, on: 'read' });
  const files = readAnswer('WordPress', MediaListAnswer, answer, 'a search for an uploaded image');
  return files.find((file) => file.slug === slug) ?? null;
}

/** Whether an error says that a post or a file is not there any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof NetworkError && error.facts.networkCode === 'rest_post_invalid_id';
