import { ANY } from './shapes.ts';

type PostFields = {
  readonly content: string;
  readonly status: string;
  readonly targets: readonly unknown[];
  readonly media?: readonly { readonly type: string; readonly url: string }[];
  readonly publishAt?: unknown;
  readonly cancelledAt?: unknown;
};

/**
 * A whole post as answers show it; by default published at once, without media and not cancelled.
 *
 * @example
 * expect(body).toEqual({ post: expectedPost({ content: 'Hello', status: 'published', targets: [publishedTarget(x)] }) });
 */
export const expectedPost = (fields: PostFields) => ({
  id: ANY.postId,
  media: [],
  createdAt: ANY.time,
  publishAt: null,
  cancelledAt: null,
  ...fields,
});
