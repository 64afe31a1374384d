import { at, HARBOUR, type Linkedin, urn } from './linkedin-session.ts';

/** Publishes a text; returns its URN. */
export const published = async (li: Linkedin, token: string, fields: Record<string, unknown> = {}) =>
  (await li.post(token, fields)).headers.get('x-restli-id') ?? '';

/** A post of the page with three likes, one praise, and a comment with two answers. */
export async function busyPost(li: Linkedin, token: string): Promise<string> {
  const post = await published(li, token, { author: HARBOUR });
  await li.control('engage', {
    urn: post,
    reactions: { LIKE: 3, PRAISE: 1 },
    impressions: 100,
    clicks: 4,
    reshares: 2,
  });
  const comment = (fields: object) =>
    li.rest(token, 'POST', `/rest/socialActions/${urn(post)}/comments`, {
      actor: HARBOUR,
      object: post,
      message: { text: 'Thanks' },
      ...fields,
    });
  const first = await comment({});
  await comment({ parentComment: at(first.body, 'commentUrn') });
  await comment({ parentComment: at(first.body, 'commentUrn') });
  return post;
}
