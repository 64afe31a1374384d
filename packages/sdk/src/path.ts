/**
 * A path with ids in it, each as one segment. It is made when the request is, so that a wrong id
 * rejects the promise of the method.
 *
 * @example
 * path`/posts/${'post_1'}/cancel`(); // '/posts/post_1/cancel'
 */
export function path([first = '', ...rest]: TemplateStringsArray, ...ids: string[]): () => string {
  return () =>
    ids.reduce((start, id, index) => {
      // "." and ".." would name another route.
      if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
        throw new TypeError(`An id is a string that is not empty, not ${JSON.stringify(id)}.`);
      return start + encodeURIComponent(id) + (rest[index] ?? '');
    }, first);
}
