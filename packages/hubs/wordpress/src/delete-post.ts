import type { HubDriver } from '@fanfare/hub';
import { NetworkError, unclearAnswer } from '@fanfare/network';
import { publishRest } from './call-wordpress.ts';
import { POST_FIELDS } from './find-own.ts';
import { PostAnswer } from './wire.ts';

/**
 * Moves a post to the trash, where its author can restore it (WordPress REST API handbook, posts,
 * checked 2026-11).
 */
export const deletePost: NonNullable<HubDriver['deletePost']> = async (call, platformPostId) => {
  try {
    const answer = await publishRest(call, {
      method: 'DELETE',
      route: `posts/${encodeURIComponent(platformPostId)}`,
      query: { _fields: POST_FIELDS },
      on: 'delete',
    });
    if (!PostAnswer.safeParse(answer.json).success) throw unclearAnswer('WordPress', 'the post was deleted', answer);
  } catch (error) {
    if (!isDeleted(error)) throw error;
  }
};

const GONE: readonly string[] = ['rest_post_invalid_id', 'rest_already_trashed'];

const isDeleted = (error: unknown): boolean =>
  error instanceof NetworkError && GONE.includes(error.facts.networkCode ?? '');
