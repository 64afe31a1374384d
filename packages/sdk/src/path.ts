import type { Call } from './transport.ts';

/**
 * A path with ids in it, each as one segment. It is made when the request is, so that a wrong id
 * rejects the promise of the method.
 *
 * @example
 * `${path`/posts/${'post_1'}/cancel`}`; // '/posts/post_1/cancel'
 */
export const path = (strings: TemplateStringsArray, ...ids: string[]): Call['path'] => ({
  toString: () => String.raw({ raw: strings }, ...ids.map(toSegment)),
});

function toSegment(id: string): string {
  // "." and ".." would name another route.
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError(`An id is a string, not ${JSON.stringify(id)}.`);
  return encodeURIComponent(id);
}
