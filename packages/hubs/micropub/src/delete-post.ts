import type { HubDriver } from '@fanfare/hub';
import { NetworkError, unclearAnswer } from '@fanfare/network';
import { calls } from './call-micropub.ts';
import { isEmptyOrJson } from './read-back.ts';

/** Deletes a post (W3C Micropub, section 3.5, checked 2026-11). */
export const deletePost: NonNullable<HubDriver['deletePost']> = async (call, url) => {
  try {
    const answer = await calls.publish(call, {
      url: call.hub.apiUrl,
      body: { json: { action: 'delete', url } },
      on: 'delete',
    });
    if (answer.status !== 202 && isEmptyOrJson(answer)) return;
    throw unclearAnswer('The hub', 'the post was deleted', answer);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
};

/** Indiekit 1.0.0-beta.29, 2026-11, and servers that name HTTP's own word for it. */
const GONE: readonly string[] = ['not_found', 'gone'];

const isGone = (error: unknown): boolean =>
  error instanceof NetworkError && GONE.includes(error.facts.networkCode ?? '');
